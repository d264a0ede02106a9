// Connect the form, the keyboard and the address with the grid.
(async () => {
  "use strict";

  const { visible } = pageTexts;
  const DELAY = 150;
  const PAGE = 8;
  const form = document.querySelector(".tools");
  const count = document.querySelector(".count");
  const dialog = document.querySelector("dialog");
  const element = document.getElementById("grid");
  const fields = form.elements;
  const grid = await gridData.opened;
  let search = 0;
  let waiting = 0;

  const options = (select, entries) => {
    select.replaceChildren(...entries.map(([label, value]) => new Option(visible(label), value)));
  };

  const outcomes = () => {
    const words = grid.validator.words;
    options(fields.outcome, [["any", ""], ...words.map((word) => [word, word])]);
  };

  const labels = grid.columns.map((_, column) => grid.names(column).join(", "));
  const columns = labels.map((label, column) => [label, column]);
  options(fields.column, [["any column", -1], ...columns]);
  options(fields.sorted, [["all columns", -1], ...columns]);
  options(fields.validator, grid.validators.map(({ name }, place) => [name || "the primary one", place]));
  options(fields.slice, [["all cases", ""], ...grid.slices.flatMap((slice, place) =>
    slice.values.map((value, number) => [`${slice.name}: ${value}`, `${place}.${number}`]))]);
  options(fields.sort, [
    ["case", "case"], ["right", "right"], ["score", "score"],
    ...grid.numbers.map(({ label }, place) => [label, place]),
  ]);
  outcomes();
  document.querySelector(".more").open = matchMedia("(min-width: 60rem)").matches;

  const wanted = () => {
    const [slice, value] = fields.slice.value.split(".").map(Number);
    return {
      text: fields.text.value.trim(), differs: fields.differs.checked,
      outcome: fields.outcome.value, column: Number(fields.column.value),
      slice: fields.slice.value ? grid.slices[slice] : null, value,
      sort: fields.sort.value, sorted: Number(fields.sorted.value),
      descending: fields.descending.checked,
    };
  };

  const update = async () => {
    search += 1;
    const current = search;
    const now = wanted();
    if (now.text) count.textContent = "searching…";
    const rows = await gridChoice.chosen(grid, now, () => current === search);
    if (!rows) return;
    view.show(rows, now);
    const all = grid.rowCount.toLocaleString("en");
    count.textContent = rows.length === grid.rowCount
      ? `${all} cases` : `${rows.length.toLocaleString("en")} of ${all} cases`;
  };

  const open = (place, column) => {
    const row = view.rows[place];
    history.replaceState(null, "", `#case=${encodeURIComponent(grid.caseIds[row])}`);
    return gridCase.show(dialog, grid, row, column);
  };

  // A heading sorts by what its column got right, the wrong ones first; again, the other way.
  const sortBy = (column) => {
    const isSame = Number(fields.sorted.value) === column &&
      (column >= 0) === (fields.sort.value !== "case");
    fields.descending.checked = isSame && !fields.descending.checked;
    if (column < 0) fields.sort.value = "case";
    else if (fields.sort.value === "case") fields.sort.value = "right";
    fields.sorted.value = column;
    update();
  };

  const step = (by) => {
    view.move(Math.max(0, view.row + by), view.column);
    if (view.rows.length) open(view.row, view.column - 1);
  };

  const view = new gridView.View(element, grid, { onOpen: open, onSort: sortBy });

  form.addEventListener("submit", (event) => { event.preventDefault(); element.focus(); });
  form.addEventListener("reset", () => setTimeout(() => {
    grid.validator = grid.validators[0];
    view.isCompact = false;
    outcomes();
    update();
  }));
  form.addEventListener("input", (event) => {
    clearTimeout(waiting);
    if (event.target === fields.validator) {
      grid.validator = grid.validators[Number(fields.validator.value)];
      outcomes();
    }
    view.isCompact = fields.compact.checked;
    waiting = setTimeout(update, event.target === fields.text ? DELAY : 0);
  });

  const MOVES = {
    ArrowUp: () => [view.row - 1, view.column],
    ArrowDown: () => [view.row + 1, view.column],
    ArrowLeft: () => [view.row, view.column - 1],
    ArrowRight: () => [view.row, view.column + 1],
    PageUp: () => [Math.max(0, view.row - PAGE), view.column],
    PageDown: () => [view.row + PAGE, view.column],
    Home: (event) => [event.ctrlKey ? 0 : view.row, 0],
    End: (event) => [event.ctrlKey ? view.rows.length - 1 : view.row, grid.columns.length],
  };
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") view.open();
    else if (MOVES[event.key]) view.move(...MOVES[event.key](event));
    else return;
    event.preventDefault();
  });

  addEventListener("keydown", (event) => {
    if (dialog.open) {
      if (event.key === "ArrowLeft") step(-1);
      else if (event.key === "ArrowRight") step(1);
      return;
    }
    const isTyping = event.target.matches("input[type=search], select");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      fields.text.focus();
    } else if (event.key === "Escape" && event.target === fields.text) {
      fields.text.value = "";
      update();
      element.focus();
    }
  });

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.name === "close") dialog.close();
    else if (event.target.name === "previous") step(-1);
    else if (event.target.name === "next") step(1);
  });
  dialog.addEventListener("close", () => {
    history.replaceState(null, "", location.pathname);
    element.focus();
  });

  // An address such as #case=ID opens that case.
  const follow = () => {
    const [, name] = /^#case=(.+)$/.exec(location.hash) ?? [];
    if (!name) return;
    let id = name;
    try { id = decodeURIComponent(name); } catch { /* An id with a bare per cent sign. */ }
    const place = view.rows.findIndex((row) => grid.caseIds[row] === id);
    if (place < 0) return;
    view.move(place, view.column);
    open(place, view.column - 1);
  };
  addEventListener("hashchange", follow);
  await grid.measureTexts();
  await update();
  follow();
})();
