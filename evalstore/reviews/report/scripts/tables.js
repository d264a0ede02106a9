// Sort tables by their headings, and filter the numbers of a run by system, slice and judge.
(() => {
  "use strict";

  const own = (cell) => {
    const copy = cell.cloneNode(true);
    for (const note of copy.querySelectorAll(".note")) note.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  const numberOf = (text) => {
    const found = /^[+−-]?[\d,]*\.?\d+/.exec(text);
    return found ? Number(found[0].replace("−", "-").replaceAll(",", "")) : null;
  };

  const compare = (one, other) => {
    const [left, right] = [numberOf(one), numberOf(other)];
    if (left !== null && right !== null) return left - right;
    if (left !== null || right !== null) return left !== null ? -1 : 1;
    return one.localeCompare(other, undefined, { numeric: true });
  };

  const sort = (table, heading, place) => {
    const isDown = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", isDown ? "descending" : "ascending");
    const label = heading.textContent.trim();
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => {
      const cells = [...row.cells];
      const cell = cells.find((each) => each.dataset.label === label) ?? cells[place];
      const text = cell ? own(cell) : "";
      return { row, text: text === "—" ? "" : text };
    });
    rows.sort((one, other) => {
      if (!one.text || !other.text) return (one.text ? 0 : 1) - (other.text ? 0 : 1);
      return isDown ? compare(other.text, one.text) : compare(one.text, other.text);
    });
    body.append(...rows.map((each) => each.row));
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.querySelectorAll("thead th")].forEach((heading, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => sort(table, heading, place));
    });
  }

  // What cannot be seen at once must be reached with the keyboard; looked at once it is on screen.
  const reach = new IntersectionObserver((found) => {
    for (const { target, isIntersecting } of found) {
      if (isIntersecting && target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    }
  });
  for (const part of document.querySelectorAll(".wide, .chart")) reach.observe(part);

  const COLUMNS = ["system", "slice", "judge"];
  const build = (filter) => {
    const run = document.getElementById(filter.dataset.filter);
    const rows = [...run.querySelectorAll(".numbers tbody tr")].map((row) => {
      const texts = {};
      for (const cell of row.cells) {
        if (COLUMNS.includes(cell.dataset.label)) texts[cell.dataset.label] = own(cell);
      }
      return { row, texts };
    });
    const selects = [];
    const shown = document.createElement("output");
    const apply = () => {
      let count = 0;
      for (const { row, texts } of rows) {
        row.hidden = selects.some(({ column, select }) =>
          select.value && texts[column] !== undefined && texts[column] !== select.value);
        count += row.hidden ? 0 : 1;
      }
      for (const table of run.querySelectorAll(".numbers")) {
        table.hidden = ![...table.tBodies[0].rows].some((row) => !row.hidden);
      }
      shown.textContent = count < rows.length ? `${count} of ${rows.length} numbers` : "";
    };
    for (const column of COLUMNS) {
      const values = [...new Set(rows.map(({ texts }) => texts[column]).filter(Boolean))];
      if (values.length < 2) continue;
      const select = document.createElement("select");
      select.append(new Option(`every ${column}`, ""));
      for (const value of values.sort()) select.append(new Option(value, value));
      const label = document.createElement("label");
      label.append(`Numbers by ${column}`, select);
      select.addEventListener("change", apply);
      filter.append(label);
      selects.push({ column, select });
    }
    filter.append(selects.length ? shown : "All numbers are of one system, slice and judge.");
    selects[0]?.select.focus();
  };

  // Reading every row takes time that only a reader who filters should spend.
  for (const filter of document.querySelectorAll("[data-filter]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append("Filter the numbers");
    button.addEventListener("click", () => { button.remove(); build(filter); });
    filter.append(button);
  }
})();
