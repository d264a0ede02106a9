// Show one case with everything that was said of it, beside the same case in the baseline.
const caseView = (() => {
  "use strict";

  const { element, badge } = caseList;
  const { visible } = caseData;
  const DASHES = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
  const eventId = (text) => text.replace(DASHES, "$1-$2-$3-$4-$5");

  // A word for a POSIX shell; what cannot be seen is written as bash reads it.
  const quoted = (text) => {
    if (visible(text) === text && !text.includes("\n")) return `'${text.replaceAll("'", "'\\''")}'`;
    const escaped = text.replace(/['\\]/g, "\\$&").replace(/[^ -~]/gu, (found) =>
      `\\U${found.codePointAt(0).toString(16).padStart(8, "0")}`);
    return `$'${escaped}'`;
  };

  const payloadCommand = (id) =>
    "evalstore query 'select payload from log.events where event_id = $event' " +
    `--param event=${eventId(id)} --format json`;

  const caseCommand = (run, row) =>
    "evalstore query 'select * from facts.answers where run_id = $run and case_id = $case' " +
    `--param ${quoted(`run=${run.run}`)} --param ${quoted(`case=${run.caseId(row)}`)} ` +
    "--format json";

  const described = (list, name, ...values) => {
    const shown = values.filter((value) => value !== null && value !== undefined && value !== "");
    if (!shown.length) return;
    const place = element("dd");
    for (const value of shown) {
      place.append(value instanceof Node ? value : element("bdi", "", visible(value)), " ");
    }
    list.append(element("dt", "", name), place);
  };

  const text = (said, length, event) => {
    const block = element("div", "text", visible(said ?? "—"));
    block.dir = "auto";
    if (!length) return [block];
    const note = element(
      "p", "note",
      `The first ${[...said].length.toLocaleString("en")} of ${length.toLocaleString("en")} ` +
      "characters; all of it: ");
    if (event) note.append(element("code", "", payloadCommand(event)));
    return [block, note];
  };

  const part = (title, ...contents) => {
    const made = element("section", "case-part");
    made.append(element("h4", "", title), ...contents);
    return made;
  };

  const facts = (run, row, said) => {
    const list = element("dl", "facts");
    described(list, "System", run.systemId(row));
    if (run.attempts[row] > 1) described(list, "Attempt", String(run.attempts[row]));
    described(list, "Response", run.status(row));
    if (!Number.isNaN(run.confidences[row])) {
      described(list, "Confidence", String(run.confidences[row]));
    }
    const slices = run.slicesOf(row).map(([name, value]) => `${name} = ${value}`);
    described(list, "Slices", slices.join(", "));
    described(list, "Case event", said?.g && element("code", "", eventId(said.g)));
    described(list, "Response event", said?.e && element("code", "", eventId(said.e)));
    return list;
  };

  const verdicts = (run, row, said) => {
    const list = element("dl", "parts");
    const events = (said.ve ?? "").split(",");
    for (const [place, verdict] of (said.v ?? []).entries()) {
      const head = element("dt");
      head.append(element("bdi", "", visible(verdict.v)), " ");
      head.append(badge(caseData.OUTCOMES[verdict.o] || run.status(row)));
      for (const value of [verdict.s, verdict.x]) {
        if (value !== null) head.append(` ${value}`);
      }
      const change = run.change(row, run.judge(verdict.v));
      if (change) head.append(element("span", "note", ` ${change}`));
      const body = element("dd");
      body.append(...text(verdict.r, verdict.n, events[place]));
      for (const tag of verdict.t ?? []) body.append(element("bdi", "tag", visible(tag)), " ");
      if (events[place]) {
        body.append(element("p", "hash note", `verdict event ${eventId(events[place])}`));
      }
      list.append(head, body);
    }
    return list;
  };

  const replies = (run, row, said) => {
    const both = element("div", "case-sides");
    const reply = said.r ?? said.f;
    both.append(part("Reply", ...text(reply, said.rn, said.e)));
    if (run.baseline) {
      const before = said.b;
      const title = `Reply in the baseline, ${visible(run.baseline)}`;
      const contents = [];
      if (!before) contents.push(element("p", "note", "The baseline has no such attempt."));
      else if (before.same) contents.push(element("p", "note", "The same, word for word."));
      else if (!before.r && before.n) {
        contents.push(
          element("p", "note", "Not in this page, since the verdict is the same there: "),
          element("code", "", caseCommand({ ...run, run: run.baseline,
            caseId: () => run.caseId(row) }, row)));
      } else {
        contents.push(...text(before.r, before.n > [...(before.r ?? "")].length ? before.n : null));
      }
      if (before?.c !== null && before?.c !== undefined) {
        contents.push(element("p", "note", `confidence ${before.c}`));
      }
      both.append(part(title, ...contents));
    }
    return both;
  };

  const history = (run, said) => {
    if (!said.h) return [];
    const list = element("ol", "case-history");
    [...said.h].forEach((letter, place) => {
      const { run: name, commit, at } = run.history[place];
      const item = element("li");
      item.append(letter === "." ? element("span", "note", "not there")
        : badge(caseData.OUTCOMES[letter]), " ");
      item.append(element("bdi", "", visible(name)), " ");
      item.append(element("span", "note", [commit, at.slice(0, 16)].join(" ")));
      list.append(item);
    });
    return [part("In the runs of its suite, the oldest first", list)];
  };

  // Other systems and attempts at the same case, each with a link.
  const others = (run, row) => {
    const found = [];
    for (let near = row - 1; near >= 0 && run.cases[near] === run.cases[row]; near -= 1) {
      found.unshift(near);
    }
    for (let near = row + 1; run.cases[near] === run.cases[row]; near += 1) found.push(near);
    if (!found.length) return [];
    const list = element("ul", "case-history");
    for (const near of found.slice(0, 50)) {
      const link = element("a", "", visible(run.systemId(near)));
      link.href = `#${run.address(near)}${run.attempts[near] > 1 ? `:${run.attempts[near]}` : ""}`;
      const item = element("li");
      const attempt = run.attempts[near] > 1 ? `, attempt ${run.attempts[near]}` : "";
      item.append(badge(run.outcome(near)), " ", link, attempt);
      list.append(item);
    }
    return [part("Other answers to it", list)];
  };

  // Fill a place with a case; `note` says why the list has it there.
  const show = async (run, row, place, note) => {
    const said = await run.texts(row);
    const contents = [];
    if (note) contents.push(element("p", "note", visible(note)));
    contents.push(facts(run, row, said));
    if (said) {
      contents.push(part("Prompt", ...text(said.p, said.pn, said.g)));
      if (said.x !== null) contents.push(part("Right answer", ...text(said.x)));
      contents.push(replies(run, row, said));
      if (said.a !== null && said.a !== said.r) {
        contents.push(part("Answer read from the reply", ...text(said.a)));
      }
      contents.push(part("Verdicts", verdicts(run, row, said)), ...history(run, said));
    } else {
      contents.push(
        element("p", "", "The texts of this case are not in the page; this command shows them:"),
        element("code", "", caseCommand(run, row)));
    }
    contents.push(...others(run, row));
    place.replaceChildren(...contents);
  };

  return { show, quoted };
})();
