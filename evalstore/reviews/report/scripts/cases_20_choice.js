// Choose rows of a run: those of a number, of a filter, of a search, in an order.
const caseChoice = (() => {
  "use strict";

  const ORDERS = {
    "surest mistakes first": (run, judge) => {
      const rank = (row) => ({ 0: 0, "-": 1, 1: 2 })[judge?.is_right[row]] ?? 3;
      return (one, other) => rank(one) - rank(other)
        || (run.confidences[other] || 0) - (run.confidences[one] || 0) || one - other;
    },
    "by case": () => (one, other) => one - other,
    "most confident first": (run) => (one, other) =>
      (run.confidences[other] || -1) - (run.confidences[one] || -1) || one - other,
    "least confident first": (run) => (one, other) =>
      (run.confidences[one] ?? 2) - (run.confidences[other] ?? 2) || one - other,
    "changed first": (run, judge) => {
      const rank = (row) => ({ "became wrong": 0, "became right": 1, new: 2 })[
        run.change(row, judge)] ?? 3;
      return (one, other) => rank(one) - rank(other) || one - other;
    },
  };
  const PARTS = ["counted", "left-out", "wrong", "became-wrong", "cases"];

  const numberOf = (run, state) => run.numbers.get(state.base);

  const gateOf = (run, state) => run.gates.find((one) => one.anchor === state.base);

  const judgeOf = (run, state) =>
    run.judge(state.validator || (numberOf(run, state) ?? gateOf(run, state))?.validator);

  const isKnown = (run, state) =>
    state.base === run.name || run.failing.has(state.base)
      || Boolean(numberOf(run, state) ?? gateOf(run, state));

  // The part of a number's cases that the address asks for.
  const partOf = (run, state) => (state.part === "cases" ? "" : state.part) || "counted";

  const tests = {
    counted: (set) => (row) => set.counted[row] === "1",
    "left-out": (set) => (row) => set.left_out.some((one) => one.bits[row] === "1"),
    wrong: (set, judge) => (row) => set.counted[row] === "1" && judge?.is_right[row] === "0",
    "became-wrong": (set, judge, run) => (row) =>
      set.counted[row] === "1" && run.change(row, judge) === "became wrong",
  };

  // What the address names: cases of a decision, failing ones of a system, or those of a number.
  const named = (run, state) => {
    const gate = gateOf(run, state);
    if (gate) {
      const cases = new Set(gate.cases);
      return (row) =>
        cases.has(run.cases[row]) && (!gate.system || run.systemId(row) === gate.system);
    }
    const failing = run.failing.get(state.base);
    if (failing !== undefined) return (row) => run.systemId(row) === failing && run.isFailing(row);
    return ofNumber(run, state);
  };

  const ofNumber = (run, state) => {
    const number = numberOf(run, state);
    if (!number) return () => true;
    const judge = run.judge(number.validator);
    const test = tests[partOf(run, state)](number.set, judge, run);
    if (!number.isWithinSlice) return test;
    return (row) => test(row) && run.isIn(row, number.sliceName, number.sliceValue);
  };

  // Why a number left a row out: all reasons there are.
  const reasonsOf = (run, state, row) => {
    const number = numberOf(run, state);
    if (!number || partOf(run, state) !== "left-out") return "";
    return number.set.left_out.filter((one) => one.bits[row] === "1")
      .map((one) => one.reason).join("; ");
  };

  const rowsOf = (run, state) => {
    const judge = judgeOf(run, state);
    const checks = [named(run, state)];
    if (state.system) checks.push((row) => run.systemId(row) === state.system);
    if (state.outcome) checks.push((row) => run.outcome(row, judge) === state.outcome);
    if (state.change) checks.push((row) => run.change(row, judge) === state.change);
    if (state.slice) {
      checks.push((row) =>
        run.slicesOf(row).some(([name, value]) => `${name}=${value}` === state.slice));
    }
    if (state.tag) {
      const bits = run.tags.find((one) => one.tag === state.tag)?.bits ?? "";
      checks.push((row) => bits[row] === "1");
    }
    const rows = [];
    for (let row = 0; row < run.count; row += 1) {
      if (checks.every((check) => check(row))) rows.push(row);
    }
    const order = new Map(Object.entries(ORDERS)).get(state.sort) ?? Object.values(ORDERS)[0];
    return rows.sort(order(run, judge));
  };

  // Keep the rows whose id, prompt or reply has a text in it; says how far it is after each block.
  const searched = async (run, rows, text, progress) => {
    const needle = text.toLowerCase();
    const found = new Set(
      rows.filter((row) => run.caseId(row).toLowerCase().includes(needle)));
    const wanted = new Set(rows);
    const chunks = [...new Set(rows.map((row) => run.chunkOf(row)))].sort((a, b) => a - b);
    for (const [done, chunk] of chunks.entries()) {
      const block = await run.block(chunk);
      block?.i.forEach((row, place) => {
        if (!wanted.has(row) || found.has(row)) return;
        if (`${block.p[place]}\n${block.r[place]}`.toLowerCase().includes(needle)) found.add(row);
      });
      if (!progress(done + 1, chunks.length)) return null;
    }
    return rows.filter((row) => found.has(row));
  };

  return { ORDERS, PARTS, gateOf, isKnown, numberOf, partOf, judgeOf, reasonsOf, rowsOf, searched };
})();
