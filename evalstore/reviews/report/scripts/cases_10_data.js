// Read the cases of a run out of the page: its index at once, its texts block by block.
const caseData = (() => {
  "use strict";

  const BLOCKS_KEPT = 12;
  const ADDRESS_LENGTH = 12;
  const OUTCOMES = {
    r: "right", w: "wrong", a: "abstained", m: "measured", d: "undetermined", u: "unscored",
    e: "error", x: "missing", p: "unparsable", n: "no verdict", ".": "",
  };
  const STATUSES = { o: "ok", e: "error", p: "unparsable", x: "missing" };
  const { visible, decoded } = pageTexts;
  const numbersOf = (text) => text.split(",").map((part) => (part === "" ? NaN : Number(part)));

  class Run {
    constructor(index) {
      Object.assign(this, {
        name: index.name, run: index.run, baseline: index.baseline, note: index.note,
        count: index.rows, limit: index.limit, history: index.history, sets: index.sets,
        gates: index.gates, tags: index.tags, chunkSize: index.chunk,
        chunks: new Set(index.chunks), statuses: index.statuses, validators: index.validators,
        addresses: index.addresses, failing: new Map(Object.entries(index.failing)),
      });
      this.systemIds = JSON.parse(index.system_ids);
      this.caseIds = JSON.parse(index.case_ids);
      this.systems = numbersOf(index.systems);
      this.attempts = numbersOf(index.attempts);
      this.confidences = numbersOf(index.confidences);
      this.cases = new Int32Array(this.count);
      for (let row = 0, at = -1; row < this.count; row += 1) {
        at += Number(index.case_steps[row]);
        this.cases[row] = at;
      }
      this.slices = index.slices.map((slice) => ({
        name: slice.name, values: JSON.parse(slice.values), codes: slice.codes.split(","),
      }));
      this.numbers = new Map(index.numbers.map((entry) => {
        const [anchor, metric, system, validator, variant, sliceName, sliceValue, set, within] =
          entry;
        return [anchor, {
          anchor, metric, system, validator, variant, sliceName, sliceValue,
          set: this.sets[set], isWithinSlice: within,
        }];
      }));
      this.kept = new Map();
    }

    caseId(row) { return this.caseIds[this.cases[row]]; }
    systemId(row) { return this.systemIds[this.systems[row]]; }
    status(row) { return STATUSES[this.statuses[row]]; }

    address(row) {
      return `case-${this.addresses.substr(row * ADDRESS_LENGTH, ADDRESS_LENGTH)}`;
    }

    rowAt(address) {
      this.byAddress ??= new Map(
        Array.from({ length: this.count }, (_, place) => this.count - 1 - place)
          .map((row) => [this.address(row), row]));
      return this.byAddress.get(address);
    }

    // The verdicts of one validator; of the primary one, or the first, where none is named.
    judge(name) {
      return this.validators.find((one) => one.validator === name) ?? this.validators[0];
    }

    outcome(row, judge = this.judge()) {
      return OUTCOMES[judge?.outcomes[row] ?? "."] || this.status(row);
    }

    change(row, judge = this.judge()) {
      if (!this.baseline || !judge) return "";
      const now = judge.is_right[row];
      const then = judge.was_right[row];
      if (then === ".") return now === "." ? "" : "new";
      if (now === "0" && then === "1") return "became wrong";
      if (now === "1" && then === "0") return "became right";
      if (now === "0" && then === "0") return "wrong before too";
      return "";
    }

    slice(name) { return this.slices.find((slice) => slice.name === name); }

    // Some validator does not count the attempt as right.
    isFailing(row) { return this.validators.some((one) => one.failing[row] === "1"); }

    isIn(row, name, value) {
      const slice = this.slice(name);
      if (!slice) return false;
      const number = String(slice.values.indexOf(value));
      return slice.codes[this.cases[row]].split(".").includes(number);
    }

    slicesOf(row) {
      return this.slices.flatMap((slice) =>
        slice.codes[this.cases[row]].split(".").filter(Boolean)
          .map((number) => [slice.name, slice.values[number]]));
    }

    chunkOf(row) { return Math.floor(row / this.chunkSize); }

    // The texts of a block, from the page or from those read last.
    async block(chunk) {
      if (!this.chunks.has(chunk)) return null;
      let found = this.kept.get(chunk);
      this.kept.delete(chunk);
      found ??= decoded(`${this.name}-texts-${chunk}`);
      this.kept.set(chunk, found);
      if (this.kept.size > BLOCKS_KEPT) this.kept.delete(this.kept.keys().next().value);
      return found;
    }

    // Everything said of one row, null where its texts are not in the page.
    async texts(row) {
      const block = await this.block(this.chunkOf(row));
      const place = block ? block.i.indexOf(row) : -1;
      if (place < 0) return null;
      return Object.fromEntries(Object.entries(block).map(([name, list]) => [name, list[place]]));
    }
  }

  const opened = new Map();
  const open = (name) => {
    if (!opened.has(name)) {
      opened.set(name, decoded(`${name}-index`).then((index) => new Run(index)));
    }
    return opened.get(name);
  };
  return { OUTCOMES, visible, open };
})();
