// Choose and order the rows of the grid.
const gridChoice = (() => {
  "use strict";

  const PAUSE = 40;
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  const isWanted = (grid, row, wanted) => {
    if (wanted.differs && !grid.differs(row)) return false;
    if (wanted.slice && !grid.isIn(row, wanted.slice, wanted.value)) return false;
    if (!wanted.outcome) return true;
    if (wanted.column >= 0) return grid.outcome(row, wanted.column) === wanted.outcome;
    return grid.columns.some((_, column) => grid.outcome(row, column) === wanted.outcome);
  };

  const holds = (grid, texts, row, pattern) => {
    const place = grid.place(row);
    return pattern.test(grid.caseIds[row]) || pattern.test(texts.p[place] ?? "") ||
      pattern.test(texts.x[place] ?? "") ||
      texts.c.some((column) => pattern.test(column.r[place] ?? column.f[place] ?? ""));
  };

  // The rows whose texts contain the words; null if another search has begun.
  const found = async (grid, rows, text, isCurrent) => {
    if (!text) return rows;
    const pattern = new RegExp(escaped(text), "iu");
    const kept = [];
    let paused = performance.now();
    for (const row of rows) {
      const texts = grid.known(row) ?? await grid.texts(row);
      if (holds(grid, texts, row, pattern)) kept.push(row);
      if (performance.now() - paused > PAUSE) {
        await new Promise((resume) => { setTimeout(resume); });
        if (!isCurrent()) return null;
        paused = performance.now();
      }
    }
    return isCurrent() ? kept : null;
  };

  // The number by which a row is sorted: of one column, or the mean of all that have one.
  const keyOf = (grid, sort, column) => {
    const of = {
      right: (row, each) => (grid.has(row, each) ? Number(grid.outcome(row, each) === "right") : NaN),
      score: (row, each) => grid.score(row, each),
    }[sort] ?? ((row, each) => grid.numbers[Number(sort)].columns[each][row]);
    if (column >= 0) return (row) => of(row, column);
    return (row) => {
      let sum = 0;
      let count = 0;
      grid.columns.forEach((_, each) => {
        const number = of(row, each);
        if (!Number.isNaN(number)) { sum += number; count += 1; }
      });
      return count ? sum / count : NaN;
    };
  };

  // Unknown numbers come last in both directions; equal ones keep the order of cases.
  const ordered = (grid, rows, { sort, sorted, descending }) => {
    if (sort === "case") return descending ? rows.toReversed() : rows;
    const key = keyOf(grid, sort, sorted);
    const sign = descending ? -1 : 1;
    const keys = new Map(rows.map((row) => [row, key(row)]));
    return rows.toSorted((left, right) => {
      const [one, other] = [keys.get(left), keys.get(right)];
      if (Number.isNaN(one) || Number.isNaN(other)) {
        return Number.isNaN(one) - Number.isNaN(other) || left - right;
      }
      return sign * (one - other) || left - right;
    });
  };

  const chosen = async (grid, wanted, isCurrent) => {
    const rows = [];
    for (let row = 0; row < grid.rowCount; row += 1) {
      if (isWanted(grid, row, wanted)) rows.push(row);
    }
    const kept = await found(grid, rows, wanted.text, isCurrent);
    return kept && ordered(grid, kept, wanted);
  };

  return { chosen };
})();
