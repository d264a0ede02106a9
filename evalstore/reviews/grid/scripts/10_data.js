// The cases of the grid: columns of outcomes and numbers, and their texts block by block.
const gridData = (() => {
  "use strict";

  const { decoded } = pageTexts;
  const UNKNOWN = ".";
  // Characters of two lines of a cell.
  const SHORT_LENGTH = 70;
  const FIRST_LETTER = "a".charCodeAt(0);

  const numbersOf = (text) =>
    Float64Array.from(text.split(","), (part) => (part === "" ? NaN : Number(part)));

  class Grid {
    constructor(index) {
      this.suite = index.suite;
      this.rowCount = index.rows;
      this.caseIds = JSON.parse(index.case_ids);
      this.columns = index.columns;
      this.chunkSize = index.chunk;
      this.limit = index.limit;
      this.validators = index.validators.map((each) => ({
        name: each.validator, words: JSON.parse(each.words), outcomes: each.outcomes,
        scores: each.scores.map(numbersOf),
      }));
      this.validator = this.validators[0];
      this.attempts = index.attempts.map(numbersOf);
      this.otherPrompts = index.other_prompts;
      this.numbers = index.numbers.map(({ label, unit, columns }) => ({
        label, unit, columns: columns.map(numbersOf),
      }));
      this.slices = index.slices.map(({ name, values, codes }) => ({
        name, values: JSON.parse(values), codes: codes.split(","),
      }));
      this.hasRuns = new Set(this.columns.map((column) => column.run)).size > 1;
      this.hasSystems = new Set(this.columns.map((column) => column.system)).size > 1;
      this.blocks = [];
      this.isShort = false;
    }

    // Rows are low if nearly all texts of the first block fit in two lines.
    async measureTexts() {
      const { p: prompts, c: columns } = await this.texts(0);
      const texts = [prompts, ...columns.map(({ r: replies }) => replies)].flat();
      const lengths = texts.map((text) => text?.length ?? 0).sort((one, other) => one - other);
      this.isShort = lengths[Math.floor(0.95 * (lengths.length - 1))] <= SHORT_LENGTH;
    }

    has(row, column) { return this.attempts[column][row] > 0; }

    outcome(row, column) {
      if (!this.has(row, column)) return "";
      const letter = this.validator.outcomes[column][row];
      if (letter === UNKNOWN) return this.validator.name ? "no verdict" : "unscored";
      return this.validator.words[letter.charCodeAt(0) - FIRST_LETTER];
    }

    score(row, column) { return this.validator.scores[column][row]; }

    differs(row) {
      let first = "";
      for (let column = 0; column < this.columns.length; column += 1) {
        const outcome = this.outcome(row, column);
        if (first && outcome && outcome !== first) return true;
        first ||= outcome;
      }
      return false;
    }

    // The names of a column: of what differs between the columns, the system first.
    names(column) {
      const { run, system } = this.columns[column];
      if (!this.hasRuns) return [system];
      return this.hasSystems ? [system, run] : [run, system];
    }

    isIn(row, slice, value) { return slice.codes[row].split(".").includes(String(value)); }

    slicesOf(row) {
      return this.slices.flatMap((slice) => slice.codes[row].split(".").filter(Boolean)
        .map((value) => `${slice.name}: ${slice.values[value]}`));
    }

    // The texts of a block; they are kept, since a search reads all of them.
    block(chunk) {
      this.blocks[chunk] ??= decoded(`grid-texts-${chunk}`).then((texts) => {
        this.blocks[chunk].texts = texts;
        return texts;
      });
      return this.blocks[chunk];
    }

    // The texts of the block of a row if they were read already, else undefined.
    known(row) { return this.blocks[Math.floor(row / this.chunkSize)]?.texts; }

    texts(row) { return this.block(Math.floor(row / this.chunkSize)); }

    place(row) { return row % this.chunkSize; }
  }

  return { opened: decoded("grid-index").then((index) => new Grid(index)) };
})();
