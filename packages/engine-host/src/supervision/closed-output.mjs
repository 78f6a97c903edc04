/**
 * A pipe whose reader ended (EPIPE) and a terminal that was closed (EIO) end no process: what it says goes nowhere from then on, and
 * its work goes on. Plain JavaScript, because `npm start` says it before the Node.js that understands the rest is installed.
 */
export function outliveClosedOutput() {
  // Nowhere is left to tell it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
