(reads) => {
  const found = [];
  const root = document.documentElement;
  const dialog = document.querySelector("dialog[open]");
  const menu = document.querySelector(".menu-list:not([hidden])"); // it lies over what is below it
  const name = (one) =>
    `${one.tagName.toLowerCase()}.${String(one.className?.baseVal ?? one.className).split(" ").join(".")} “${(
      one.getAttribute("aria-label") ||
      one.textContent ||
      ""
    )
      .trim()
      .slice(0, 30)}”`;

  // nothing scrolls sideways
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll("main *")].filter(
      (one) => one.getBoundingClientRect().right > root.clientWidth + 1,
    );
    found.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth}: ${wide.slice(-1).map(name)}`);
  }

  // what is seen of an element: its box within all that clip it
  const visible = (one) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null;
    let { left, top, right, bottom } = one.getBoundingClientRect();
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };

  // no control lies over another
  const controls = [...(dialog ?? menu ?? document).querySelectorAll("a, button, input, select, textarea, summary")]
    .filter((one) => !one.closest(".visually-hidden, .skip") && !one.classList.contains("visually-hidden"))
    .map((one) => ({ one, box: visible(one) }))
    .filter(({ box }) => box);
  for (let i = 0; i < controls.length; i++) {
    for (let j = i + 1; j < controls.length; j++) {
      const [{ one: a, box: p }, { one: b, box: q }] = [controls[i], controls[j]];
      const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (across > 3 && down > 3 && !a.contains(b) && !b.contains(a)) found.push(`${name(a)} lies over ${name(b)}`);
    }
  }

  // words that are cut although there is room beside them
  for (const one of document.querySelectorAll("main *")) {
    if (getComputedStyle(one).textOverflow !== "ellipsis" || one.scrollWidth <= one.clientWidth + 1) continue;
    if (!visible(one)) continue;
    const row = one.parentElement.getBoundingClientRect();
    const taken = [...one.parentElement.children].reduce((sum, child) => sum + child.getBoundingClientRect().width, 0);
    const gaps = 24 * one.parentElement.children.length;
    if (getComputedStyle(one.parentElement).display.includes("flex") && row.width - taken > gaps)
      found.push(`${name(one)} is cut beside free space`);
  }

  // facts in one line have something between them
  for (const line of document.querySelectorAll("main .fact-line")) {
    const facts = [...line.children].map(visible).filter(Boolean);
    for (let i = 1; i < facts.length; i++)
      if (facts[i].top < facts[i - 1].bottom - 2 && facts[i].left < facts[i - 1].right + 3)
        found.push(`${name(line)} runs together`);
  }

  // no long blank tail
  if (!dialog) {
    const lowest = Math.max(
      ...[...document.querySelectorAll("main *")].map((one) => visible(one)?.bottom ?? 0),
      root.clientHeight,
    );
    const tail = root.scrollHeight - (lowest + scrollY);
    if (tail > 80) found.push(`${Math.round(tail)} pixels of nothing at the end`);
  }

  // what must be read next is in view
  for (const selector of reads) {
    const one = [...document.querySelectorAll(selector)].find((item) => visible(item));
    if (!one) {
      found.push(`${selector} is not there`);
      continue;
    }
    const whole = one.getBoundingClientRect();
    const box = visible(one);
    const cut = box.top > whole.top + 2 || box.bottom < whole.bottom - 2;
    if (cut || whole.top < -1 || whole.bottom > innerHeight + 1 || whole.right > innerWidth + 1)
      found.push(`${selector} is out of view: ${Math.round(whole.top)} to ${Math.round(whole.bottom)}`);
  }
  return found;
};
