// Say in the title of a list of cases which they are, with links to the others.
const caseTitle = (() => {
  "use strict";

  const { element } = caseList;
  const { visible } = caseData;
  const TITLES = {
    counted: "counted by", "left-out": "left out of", wrong: "counted and not right in",
    "became-wrong": "became wrong, of those counted by",
  };

  // Say which decision, or which system's failures, the list is about; nothing of all cases.
  const named = (run, state) => {
    const gate = caseChoice.gateOf(run, state);
    const system = gate ? gate.system : run.failing.get(state.base);
    if (system === undefined) return [];
    const said = !gate ? "Cases that fail: " : gate.became_wrong
      ? "Cases that became wrong, of gate " : "Cases of gate ";
    const names = gate ? [gate.gate, system] : [system];
    const all = element("a", "", "all cases");
    all.href = `#${run.name}`;
    return [said, element("bdi", "name", visible(names.filter(Boolean).join(", "))), ". ", all];
  };

  // Say which number the list is about, and what else it counted.
  const described = (run, state) => {
    const number = caseChoice.numberOf(run, state);
    if (!number) return named(run, state);
    const part = caseChoice.partOf(run, state);
    const names = [number.metric, number.variant, number.system, number.validator];
    if (number.sliceName !== "all") names.push(`${number.sliceName} = ${number.sliceValue}`);
    const parts = [`Cases ${TITLES[part]} `];
    parts.push(element("bdi", "name", visible(names.filter(Boolean).join(", "))), ". ");
    for (const other of Object.keys(TITLES)) {
      if (other === part || (other === "became-wrong" && !run.baseline)) continue;
      const link = element("a", "", { counted: "counted", "left-out": "left out",
        wrong: "not right", "became-wrong": "became wrong" }[other]);
      link.href = `#${number.anchor}${other === "counted" ? "" : `:${other}`}`;
      parts.push(link, " · ");
    }
    const all = element("a", "", "all cases");
    all.href = `#${run.name}`;
    parts.push(all);
    for (const loose of number.set.loose) {
      parts.push(` · ${loose.count} ${visible(loose.reason || "counted")}, no single cases`);
    }
    return parts;
  };

  return { of: described };
})();
