/**
 * Draws what a load program measured at several rates as curves: a panel for each figure, a line for each server, both axes in
 * multiples so that 3 and 300 ms have room in one. An SVG that is readable on light and dark pages.
 */

/**
 * @typedef {object} Curves What a program wants drawn of its `runs`.
 * @property {string} x The column that is varied.
 * @property {Readonly<Record<string, string>>} y Columns as the table has them, and what each is called with its unit.
 */

/** @typedef {{ server: string, points: readonly { x: number, y: number }[] }} Line */

const panel = { width: 300, height: 220, left: 44, right: 78, top: 34, bottom: 34 };
/** Told apart without colours, too: each line ends with its name, and every other one is broken. */
const strokes = ['#2f6fde', '#c2410c', '#0f8a6c', '#8b5cf6'];

/**
 * @param {string} title
 * @param {Curves} curves
 * @param {readonly Record<string, unknown>[]} runs
 */
export function drawCurves(title, { x, y }, runs) {
  const servers = [...new Set(runs.map(({ server }) => String(server)))];
  const panels = Object.entries(y).map(([column, name], at) => {
    const lines = servers.map((server) => ({
      server,
      points: runs
        .filter((run) => run['server'] === server)
        .map((run) => ({ x: Number(run[x]), y: Number(run[column]) }))
        .filter((point) => point.x > 0 && point.y > 0),
    }));
    return `<g transform="translate(${at * panel.width} 0)">${drawPanel(name, wordsOf(x), lines)}</g>`;
  });
  const width = panels.length * panel.width;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${panel.height}" width="${width}" height="${panel.height}" role="img" aria-label="${title}">
<style>
text { font: 11px system-ui, sans-serif; fill: #475569 }
.name { font-weight: 600; fill: #1e293b }
.grid { stroke: #94a3b8; stroke-opacity: .3 }
@media (prefers-color-scheme: dark) { text { fill: #cbd5e1 } .name { fill: #f1f5f9 } }
</style>
${panels.join('\n')}
</svg>
`;
}

/**
 * @param {string} name
 * @param {string} below
 * @param {readonly Line[]} lines
 */
function drawPanel(name, below, lines) {
  const points = lines.flatMap((line) => line.points);
  const xs = [...new Set(points.map((point) => point.x))].toSorted((a, b) => a - b);
  const across = scale([xs[0] ?? 1, xs.at(-1) ?? 2], [panel.left, panel.width - panel.right]);
  const steps = stepsAround(points.map((point) => point.y));
  const up = scale([steps[0] ?? 1, steps.at(-1) ?? 2], [panel.height - panel.bottom, panel.top]);
  const places = apart(lines.map(({ points: own }) => up(own.at(-1)?.y ?? Number.NaN)));
  const right = panel.width - panel.right;
  return [
    `<text class="name" x="${panel.left}" y="16">${name}</text>`,
    ...steps.map(
      (step) =>
        `<line class="grid" x1="${panel.left}" x2="${right}" y1="${up(step)}" y2="${up(step)}"/><text x="${panel.left - 6}" y="${up(step) + 4}" text-anchor="end">${step}</text>`,
    ),
    ...xs.map((step) => `<text x="${across(step)}" y="${panel.height - 18}" text-anchor="middle">${step}</text>`),
    `<text x="${(panel.left + right) / 2}" y="${panel.height - 4}" text-anchor="middle">${below}</text>`,
    ...lines.flatMap(({ server, points: own }, at) => {
      const stroke = strokes[at % strokes.length];
      const path = own.map((point) => `${across(point.x)},${up(point.y)}`).join(' ');
      const dashes = at % 2 === 0 ? '' : ' stroke-dasharray="5 3"';
      return own.length < 2
        ? []
        : [
            `<polyline points="${path}" fill="none" stroke="${stroke}" stroke-width="2"${dashes}/>`,
            `<text x="${right + 6}" y="${(places[at] ?? 0) + 4}" style="fill: ${stroke}">${server}</text>`,
          ];
    }),
  ].join('\n');
}

/**
 * Places on an axis where each doubling takes as much room.
 * @param {readonly [number, number]} values
 * @param {readonly [number, number]} room
 */
const scale =
  ([low, high], [from, to]) =>
  (/** @type {number} */ value) =>
    Math.round(from + ((to - from) * Math.log(value / low)) / Math.log(high / low));

/**
 * What is written beside an axis: 1, 2 and 5 and their tenfolds, from below the least to above the most.
 * @param {readonly number[]} values
 */
function stepsAround(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const all = [-3, -2, -1, 0, 1, 2, 3, 4].flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
  const low = all.findLast((step) => step <= least) ?? least;
  const high = all.find((step) => step >= most && step > low) ?? most;
  return all.filter((step) => step >= low && step <= high);
}

/**
 * Names that would lie on each other are moved down.
 * @param {readonly number[]} places
 */
function apart(places) {
  const moved = [...places];
  const order = places.map((_, at) => at).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  order.forEach((at, nth) => {
    const above = order[nth - 1];
    if (above !== undefined) moved[at] = Math.max(moved[at] ?? 0, (moved[above] ?? 0) + 13);
  });
  return moved;
}

/** @param {string} column */
const wordsOf = (column) =>
  column.replace(/PerSecond$/, ' a second').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
