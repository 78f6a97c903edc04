import { write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import { hasCode } from '../kernel/has-code.ts';

const standardOutput = 1;
/** A reader that stands still takes no more than this of our memory; what comes then is dropped. */
const longestWait = 1 << 20;
const retryMs = 50;
/** As the process ends, a reader that stands still holds it up for no longer than so many times. */
const triesAtEnd = 10;

/**
 * Standard output for a log, written beside the event loop: a slow reader makes nobody wait. What cannot be written (the terminal was
 * closed, the disk is full, nobody reads) is dropped, and neither ends the process nor keeps it from ending.
 */
export function logOutput(file: number = standardOutput): DestinationStream {
  let waiting: string[] = [];
  let length = 0;
  let inHand = Buffer.alloc(0);
  let isWriting = false;
  let isUsed = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (inHand.length > 0 || waiting.length > 0) {
      if (inHand.length === 0) takeInHand();
      try {
        inHand = inHand.subarray(await writtenOf(file, inHand));
      } catch (error) {
        if (hasCode(error, 'EAGAIN')) await sleep(retryMs);
        else inHand = Buffer.alloc(0);
      }
    }
    isWriting = false;
  }

  function takeInHand(): void {
    inHand = Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
  }

  function writeLast(): void {
    let tries = 0;
    if (inHand.length === 0) takeInHand();
    while (inHand.length > 0 && tries < triesAtEnd) {
      try {
        inHand = inHand.subarray(writeSync(file, inHand));
        if (inHand.length === 0) takeInHand();
      } catch (error) {
        tries = hasCode(error, 'EAGAIN') ? tries + 1 : triesAtEnd;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
      }
    }
  }

  return {
    write(line) {
      if (length > longestWait) return;
      if (!isUsed) process.once('exit', writeLast);
      isUsed = true;
      waiting.push(line);
      length += line.length;
      if (!isWriting) void writeAll(); // Never rejects.
    },
  };
}

const writtenOf = (file: number, bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    write(file, bytes, (error, count) => (error === null ? resolve(count) : reject(error)));
  });
