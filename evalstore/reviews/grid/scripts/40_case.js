// Show one case whole: its prompt, and of each column the reply with all verdicts.
const gridCase = (() => {
  "use strict";

  const { visible, element: made } = pageTexts;
  const { badge, lineOf, shown } = gridView;

  const titled = (title, text, length) => {
    const part = made("section", "part");
    part.append(made("h3", "", title), made("pre", "", visible(text)));
    if (length) {
      const count = [...text].length.toLocaleString("en");
      part.append(made("p", "note",
        `The first ${count} of ${length.toLocaleString("en")} characters; the store has all.`));
    }
    return part;
  };

  const verdictOf = (verdict) => {
    const item = made("li");
    item.append(badge(verdict.o ?? "unscored"), made("code", "", visible(verdict.v)));
    const score = verdict.s ?? verdict.x;
    if (score !== null) item.append(made("span", "fact", `score ${shown(score)}`));
    for (const tag of verdict.t ?? []) item.append(made("span", "fact", visible(tag)));
    if (verdict.r) item.append(made("p", "", visible(verdict.r)));
    return item;
  };

  const columnOf = (grid, row, column, texts) => {
    const place = grid.place(row);
    const part = made("section", "side");
    const [name, detail] = grid.names(column);
    part.append(made("h3", "", visible(name)));
    if (detail) part.append(made("p", "note", visible(detail)));
    if (!grid.outcome(row, column)) {
      part.append(made("p", "note", "not in this run"));
      return part;
    }
    part.append(lineOf(grid, row, column));
    if (grid.otherPrompts[column][row] === "1") {
      part.append(made("p", "note", "This run has another prompt for the case than the one shown."));
    }
    const { r, rn, a, f, k, v } = texts.c[column];
    if (grid.attempts[column][row] > 1) {
      part.append(made("p", "note",
        `Attempt ${k[place]} of ${grid.attempts[column][row]}; the others are in the report.`));
    }
    if (f[place]) part.append(titled("Error", f[place]));
    if (r[place] !== null) part.append(titled("Reply", r[place], rn[place]));
    else if (!f[place]) part.append(made("p", "note", "no text was recorded"));
    if (a[place] && a[place] !== r[place]) part.append(titled("Parsed answer", a[place]));
    const list = made("ul", "verdicts");
    list.append(...(v[place] ?? []).map(verdictOf));
    if (list.childElementCount) part.append(made("h3", "", "Verdicts"), list);
    return part;
  };

  // Fill the dialog with a case, and scroll to a column of it.
  const show = async (dialog, grid, row, column) => {
    const texts = await grid.texts(row);
    const place = grid.place(row);
    const body = dialog.querySelector(".case-body");
    dialog.querySelector("h2").textContent = visible(grid.caseIds[row]);
    const parts = [];
    const slices = grid.slicesOf(row);
    if (slices.length) parts.push(made("p", "note", visible(slices.join(" · "))));
    if (texts.p[place]) parts.push(titled("Prompt", texts.p[place], texts.pn[place]));
    if (texts.x[place]) parts.push(titled("Expected", texts.x[place]));
    const sides = made("div", "sides");
    sides.append(...grid.columns.map((_, each) => columnOf(grid, row, each, texts)));
    body.replaceChildren(...parts, sides);
    if (!dialog.open) dialog.showModal();
    body.scrollTop = 0;
    body.focus();
    const side = sides.children[column];
    sides.scrollLeft = side ? side.offsetLeft - sides.offsetLeft : 0;
    side?.classList.add("chosen");
  };

  return { show };
})();
