// Draw the rows that are on the screen, and the cell that the keyboard is on.
const gridView = (() => {
  "use strict";

  const { visible, element: made } = pageTexts;
  const SHOWN_LENGTH = 400;
  const ROWS_AROUND = 4;
  // Browsers limit the height of an element to some 17 million pixels.
  const HEIGHT_MAX = 15_000_000;
  const ROW_HEIGHT_MAX = 140;
  const SIGNS = {
    right: "✓", wrong: "✗", abstained: "–", measured: "=", error: "!", missing: "∅",
  };

  const classOf = (outcome) => outcome.replace(/[^a-z]/g, "-");

  const badge = (outcome) => {
    const element = made("span", `badge ${classOf(outcome)}`);
    const sign = made("span", "", `${SIGNS[outcome] ?? "?"} `);
    sign.setAttribute("aria-hidden", "true");
    element.append(sign, outcome);
    return element;
  };

  const shown = (number) => String(Number(number.toPrecision(4)));

  const factsOf = (grid, row, column) => {
    const facts = [];
    const score = grid.score(row, column);
    if (!Number.isNaN(score)) facts.push(["score", shown(score)]);
    for (const { label, unit, columns } of grid.numbers) {
      const number = columns[column][row];
      if (!Number.isNaN(number)) facts.push([label, `${shown(number)} ${unit}`.trim()]);
    }
    if (grid.attempts[column][row] > 1) facts.push(["attempts", String(grid.attempts[column][row])]);
    return facts;
  };

  // The outcome of a cell and its numbers.
  const lineOf = (grid, row, column) => {
    const line = made("p", "line");
    line.append(badge(grid.outcome(row, column)));
    for (const [name, value] of factsOf(grid, row, column)) {
      line.append(made("span", "fact", `${name} ${value}`));
    }
    return line;
  };

  class View {
    constructor(element, grid, { onOpen, onSort }) {
      Object.assign(this, { element, grid, onOpen, onSort, rows: [], row: 0, column: 0 });
      this.drawn = new Map();
      this.head = made("div", "row head");
      this.body = made("div", "rows");
      this.body.setAttribute("role", "rowgroup");
      this.head.setAttribute("role", "row");
      this.head.setAttribute("aria-rowindex", "1");
      element.append(this.head, this.body);
      element.style.setProperty("--columns", grid.columns.length);
      element.setAttribute("aria-colcount", grid.columns.length + 1);
      element.addEventListener("scroll", () => this.draw(), { passive: true });
      element.addEventListener("click", (event) => this.clicked(event));
      element.addEventListener("focus", () => this.mark());
      new ResizeObserver(() => this.measure()).observe(element);
    }

    show(rows, sorting) {
      this.rows = rows;
      this.row = Math.min(this.row, 0);
      this.element.setAttribute("aria-rowcount", rows.length + 1);
      this.drawHead(sorting);
      this.element.scrollTop = 0;
      this.measure();
    }

    measure() {
      const tooHigh = this.rows.length * ROW_HEIGHT_MAX > HEIGHT_MAX;
      const isCompact = tooHigh || this.isCompact === true;
      this.element.classList.toggle("compact", isCompact);
      this.element.classList.toggle("short", this.grid.isShort && !isCompact);
      this.height = parseFloat(getComputedStyle(this.body).lineHeight);
      this.body.style.height = `${this.rows.length * this.height}px`;
      for (const element of this.drawn.values()) element.remove();
      this.drawn.clear();
      this.draw();
    }

    drawHead({ sort, sorted, descending }) {
      const first = this.headCell("Case", -1, sort === "case", descending);
      const cells = this.grid.columns.map((_, column) => {
        const [name, detail] = this.grid.names(column);
        const cell = this.headCell(visible(name), column, sorted === column, descending);
        if (detail) cell.append(made("span", "detail", visible(detail)));
        cell.append(made("span", "detail", this.counts(column)));
        return cell;
      });
      this.head.replaceChildren(first, ...cells);
    }

    headCell(name, column, isSorted, descending) {
      const cell = made("div", "cell");
      cell.id = `cell-head-${column + 1}`;
      cell.setAttribute("role", "columnheader");
      cell.setAttribute("aria-colindex", column + 2);
      if (isSorted) cell.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const title = made("b", "", name);
      title.title = "Sort by this column";
      cell.append(title);
      return cell;
    }

    counts(column) {
      const counts = new Map();
      for (const row of this.rows) {
        const outcome = this.grid.outcome(row, column);
        if (outcome) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
      return [...counts].sort((one, other) => other[1] - one[1])
        .map(([outcome, count]) => `${count.toLocaleString("en")} ${outcome}`).join(", ");
    }

    draw() {
      const { scrollTop, clientHeight } = this.element;
      const from = Math.max(0, Math.floor(scrollTop / this.height) - ROWS_AROUND);
      const to = Math.min(
        this.rows.length, Math.ceil((scrollTop + clientHeight) / this.height) + ROWS_AROUND);
      for (const [place, element] of this.drawn) {
        if (place < from || place >= to) { element.remove(); this.drawn.delete(place); }
      }
      for (let place = from; place < to; place += 1) {
        if (!this.drawn.has(place)) this.drawRow(place);
      }
      this.mark();
    }

    drawRow(place) {
      const row = this.rows[place];
      const element = made("div", "row");
      element.setAttribute("role", "row");
      element.setAttribute("aria-rowindex", place + 2);
      element.style.top = `${place * this.height}px`;
      element.dataset.place = place;
      element.append(this.caseCell(place, row));
      this.grid.columns.forEach((_, column) => element.append(this.cell(place, row, column)));
      this.drawn.set(place, element);
      this.body.append(element);
      const texts = this.grid.known(row);
      if (texts) this.fill(element, row, texts);
      else {
        this.grid.texts(row).then((read) => {
          if (element.isConnected) this.fill(element, row, read);
        });
      }
    }

    caseCell(place, row) {
      const cell = made("div", "cell");
      cell.id = `cell-${place}-0`;
      cell.setAttribute("role", "rowheader");
      cell.setAttribute("aria-colindex", "1");
      cell.append(made("code", "", visible(this.grid.caseIds[row])), made("p", "text"));
      return cell;
    }

    cell(place, row, column) {
      const outcome = this.grid.outcome(row, column);
      const cell = made("div", `cell ${classOf(outcome) || "absent"}`);
      cell.id = `cell-${place}-${column + 1}`;
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-colindex", column + 2);
      if (!outcome) {
        cell.append(made("p", "note", "not in this run"));
        return cell;
      }
      const line = lineOf(this.grid, row, column);
      if (this.grid.otherPrompts[column][row] === "1") {
        line.append(made("span", "fact other", "other prompt"));
      }
      cell.append(line, made("p", "text"));
      return cell;
    }

    fill(element, row, texts) {
      const place = this.grid.place(row);
      const [first, ...cells] = element.children;
      first.lastChild.textContent = visible(texts.p[place]?.slice(0, SHOWN_LENGTH));
      cells.forEach((cell, column) => {
        const { r: replies, a: answers, f: errors } = texts.c[column];
        const text = replies[place] ?? errors[place] ?? answers[place];
        const target = cell.querySelector(".text");
        if (target) target.textContent = visible(text?.slice(0, SHOWN_LENGTH));
      });
    }

    // The cell of the keyboard: its id is the grid's active descendant while it is on the screen.
    mark() {
      this.element.querySelector(".active")?.classList.remove("active");
      const id = `cell-${this.row < 0 ? "head" : this.row}-${this.column}`;
      const cell = document.getElementById(id);
      cell?.classList.add("active");
      if (cell) this.element.setAttribute("aria-activedescendant", id);
      else this.element.removeAttribute("aria-activedescendant");
    }

    move(row, column) {
      this.row = Math.max(-1, Math.min(this.rows.length - 1, row));
      this.column = Math.max(0, Math.min(this.grid.columns.length, column));
      this.reveal();
      this.draw();
    }

    reveal() {
      const { element, head, height } = this;
      if (this.row >= 0) {
        const top = this.row * height;
        const space = element.clientHeight - head.offsetHeight;
        if (top < element.scrollTop) element.scrollTop = top;
        else if (top + height > element.scrollTop + space) element.scrollTop = top + height - space;
      }
      const cell = head.children[this.column];
      if (!cell || this.column === 0) return;
      const fixed = head.firstChild.offsetWidth;
      if (cell.offsetLeft - fixed < element.scrollLeft) element.scrollLeft = cell.offsetLeft - fixed;
      const end = cell.offsetLeft + cell.offsetWidth - element.clientWidth;
      if (end > element.scrollLeft) element.scrollLeft = end;
    }

    clicked(event) {
      const cell = event.target.closest(".cell");
      if (!cell || String(getSelection())) return;
      const column = Number(cell.getAttribute("aria-colindex")) - 1;
      const place = cell.parentElement.dataset.place;
      this.row = place === undefined ? -1 : Number(place);
      this.column = column;
      this.mark();
      this.open();
    }

    // Open the case of the active cell, or sort by the active heading.
    open() {
      if (this.row < 0) this.onSort(this.column - 1);
      else if (this.rows.length) this.onOpen(this.row, this.column - 1);
    }
  }

  return { View, badge, lineOf, shown };
})();
