// Keep list, filters, the case in view and the address of the page in step.
(() => {
  "use strict";

  const { element, badge, List } = caseList;
  const { visible } = caseData;
  const FIELDS = ["q", "system", "outcome", "validator", "change", "slice", "tag", "sort"];
  const TYPING_MS = 250;
  const CHANGES = ["became wrong", "became right", "wrong before too", "new"];
  const browsers = [];

  // `#BASE:PART:QUERY`, of which only the base has to be there.
  const stateOf = (hash) => {
    const [base, ...rest] = hash.replace(/^#/, "").split(":");
    const state = { base, part: "" };
    if (caseChoice.PARTS.includes(rest[0])) state.part = rest.shift();
    const asked = new URLSearchParams(rest.join(":"));
    for (const field of FIELDS) state[field] = asked.get(field) ?? "";
    return state;
  };

  const hashOf = (state) => {
    const asked = new URLSearchParams();
    for (const field of FIELDS) if (state[field]) asked.set(field, state[field]);
    return `#${[state.base, state.part, asked.toString()].filter(Boolean).join(":")}`;
  };

  class Browser {
    constructor(place) {
      this.place = place;
      this.name = place.dataset.cases;
      this.state = stateOf(this.name);
    }

    async start() {
      this.starting ??= this.build();
      return this.starting;
    }

    async build() {
      this.run = await caseData.open(this.name);
      this.list = new List(this.run, (row) => this.follow(row));
      this.controls = {};
      this.title = element("p", "case-title");
      this.count = element("p", "note");
      this.count.setAttribute("role", "status");
      this.form = element("div", "case-filters");
      this.form.setAttribute("role", "search");
      this.form.setAttribute("aria-label", "Filter cases");
      this.search();
      this.choices();
      this.dialog();
      this.place.replaceChildren(
        this.title, this.form, this.count, this.list.box, this.view.dialog);
      this.place.hidden = false;
      await this.update();
    }

    labelled(name, control) {
      const label = element("label", "", `${name} `);
      label.append(control);
      this.form.append(label);
      return control;
    }

    search() {
      const input = element("input");
      input.type = "search";
      input.placeholder = "id, prompt, reply";
      let timer = 0;
      input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.change("q", input.value.trim()), TYPING_MS);
      });
      input.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown") this.list.box.focus();
      });
      this.controls.q = this.labelled("Search", input);
    }

    choices() {
      const { run } = this;
      const outcomes = new Set();
      for (const judge of run.validators) {
        for (const letter of new Set(judge.outcomes)) outcomes.add(caseData.OUTCOMES[letter]);
      }
      const slices = run.slices.flatMap((one) => one.values.map((value) => `${one.name}=${value}`));
      this.choice("system", "System", run.systemIds);
      this.choice("outcome", "Outcome", [...outcomes].filter(Boolean));
      this.choice("validator", "Judged by", run.validators.map((one) => one.validator));
      this.choice("change", "Change", run.baseline ? CHANGES : []);
      this.choice("slice", "Slice", slices, 0);
      this.choice("tag", "Tag", run.tags.map((one) => one.tag), 0);
      this.choice("sort", "Order", Object.keys(caseChoice.ORDERS), 1, false);
      const clear = element("button", "", "Clear");
      clear.type = "button";
      clear.addEventListener("click", () => this.go(stateOf(this.name)));
      this.form.append(clear);
    }

    // A list of choices, where there is anything to choose.
    choice(field, name, values, few = 1, hasAny = true) {
      if (values.length <= few) return;
      const select = element("select");
      if (hasAny) select.append(new Option("any", ""));
      for (const value of values) select.append(new Option(visible(value), value));
      select.addEventListener("change", () => this.change(field, select.value));
      this.controls[field] = this.labelled(name, select);
    }

    dialog() {
      const dialog = element("dialog", "case-view");
      const title = element("h3");
      title.id = `${this.name}-title`;
      dialog.setAttribute("aria-labelledby", title.id);
      const inside = element("div", "case-inside");
      inside.tabIndex = 0;
      inside.setAttribute("role", "region");
      inside.setAttribute("aria-labelledby", title.id);
      const bar = element("div", "case-bar");
      const button = (text, done) => {
        const made = element("button", "", text);
        made.type = "button";
        made.addEventListener("click", done);
        bar.append(made);
        return made;
      };
      button("Previous", () => this.step(-1));
      button("Next", () => this.step(1));
      button("Close", () => dialog.close());
      dialog.append(bar, title, inside);
      dialog.addEventListener("close", () => this.closed());
      dialog.addEventListener("keydown", (event) => {
        if (event.key === "ArrowLeft") this.step(-1);
        if (event.key === "ArrowRight") this.step(1);
      });
      this.view = { dialog, title, inside, row: null };
    }

    // Take up a choice, in the address as well; the step back undoes it.
    change(field, value) { this.go({ ...this.state, [field]: value }); }

    go(state) {
      const hash = hashOf(state);
      if (hash !== location.hash) history.pushState(null, "", hash);
      this.state = state;
      this.update();
    }

    follow(row) {
      history.pushState(null, "", this.addressOf(row));
      this.show(row);
    }

    addressOf(row) {
      const attempt = this.run.attempts[row];
      return `#${this.run.address(row)}${attempt > 1 ? `:${attempt}` : ""}`;
    }

    step(by) {
      const at = this.list.rows.indexOf(this.view.row);
      const row = at < 0 ? undefined : this.list.rows[at + by];
      if (row === undefined) return;
      this.list.move(by);
      history.replaceState(null, "", this.addressOf(row));
      this.show(row);
    }

    async show(row) {
      const { dialog, title, inside } = this.view;
      this.view.row = row;
      const judge = caseChoice.judgeOf(this.run, this.state);
      title.replaceChildren(
        badge(this.run.outcome(row, judge)), " ",
        element("bdi", "", visible(this.run.caseId(row))));
      const reason = caseChoice.reasonsOf(this.run, this.state, row);
      inside.replaceChildren(element("p", "note", "Reading…"));
      if (!dialog.open) dialog.showModal();
      await caseView.show(this.run, row, inside, reason && `Left out: ${reason}`);
      inside.scrollTop = 0;
      inside.focus();
    }

    closed() {
      this.view.row = null;
      if (location.hash.startsWith("#case-")) history.pushState(null, "", hashOf(this.state));
      this.list.box.focus();
    }

    async update() {
      const { run, state } = this;
      const token = (this.token = {});
      for (const [field, control] of Object.entries(this.controls)) {
        if (control !== document.activeElement || control.value.trim() !== state[field]) {
          control.value = state[field] || (field === "sort" ? Object.keys(caseChoice.ORDERS)[0] : "");
        }
      }
      this.title.replaceChildren(...caseTitle.of(run, state));
      let rows = caseChoice.rowsOf(run, state);
      if (state.q) {
        let drawn = performance.now();
        rows = await caseChoice.searched(run, rows, state.q, (done, all) => {
          if (performance.now() - drawn > 100) {
            drawn = performance.now();
            this.count.textContent = `Searching: ${done} of ${all} parts`;
          }
          return token === this.token;
        });
        if (!rows) return;
      }
      const judge = caseChoice.judgeOf(run, state);
      this.list.show(rows, judge, (row) => caseChoice.reasonsOf(run, state, row));
      const cases = new Set(rows.map((row) => run.cases[row])).size;
      const attempts = rows.length === cases ? "" : ` in ${rows.length.toLocaleString("en")} answers`;
      this.count.textContent = rows.length
        ? `${cases.toLocaleString("en")} of ${run.caseIds.length.toLocaleString("en")} cases${attempts}`
        : "No case fits.";
    }
  }

  // Open what the address names, in the run that has it.
  const route = async () => {
    const state = stateOf(location.hash);
    const isCase = state.base.startsWith("case-");
    if (!isCase && !/^(cases|counted|failing|gate|foreign-gate)-/.test(state.base)) {
      for (const one of browsers) one.view?.dialog.close();
      return;
    }
    if (state.base.includes("gate-") && !state.part) return;
    for (const one of browsers) {
      const run = await caseData.open(one.name);
      const first = isCase ? run.rowAt(state.base) : undefined;
      const isHere = isCase ? first !== undefined
        : caseChoice.isKnown(run, state);
      if (!isHere) continue;
      await one.start();
      if (isCase) {
        const wanted = Number(location.hash.split(":")[1] ?? 0);
        let row = first;
        while (run.address(row + 1) === state.base && run.attempts[row] < wanted) row += 1;
        one.list.active = Math.max(0, one.list.rows.indexOf(row));
        one.list.move(0);
        one.place.scrollIntoView();
        await one.show(row);
      } else {
        one.view.dialog.close();
        one.state = state;
        await one.update();
        one.place.scrollIntoView();
        if (!one.form.contains(document.activeElement)) one.list.box.focus({ preventScroll: true });
      }
      return;
    }
  };

  for (const place of document.querySelectorAll("[data-cases]")) {
    const one = new Browser(place);
    browsers.push(one);
    new IntersectionObserver((seen, observer) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      one.start();
    }, { rootMargin: "600px" }).observe(place.parentElement);
  }
  addEventListener("hashchange", route);
  route();
})();
