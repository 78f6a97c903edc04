import type { ChildProcess } from 'node:child_process';
import { messageKindOf } from '../handover/message-kind.ts';

const endKind = 'end';

/** Ends an engine with all of its calls, also one that nobody serves: our channel is closed when it was told. */
export function endEngine(child: ChildProcess): void {
  if (!child.connected) return;
  child.send({ kind: endKind }, undefined, {}, () => {
    if (child.connected) child.disconnect();
  });
}

/** The engine's side: its keeper, or the server that it is a child of, ends it. */
export const isEnd = (message: unknown): boolean => messageKindOf(message) === endKind;
