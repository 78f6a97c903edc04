import { type Flow, isReliable } from '../transport/flow.ts';

/** Who is to be told when a connection is gone. UDP has none, so nobody is noted there. */
export class Connections {
  readonly #bound = new Map<string, Set<() => void>>();

  bind(flow: Flow, lost: () => void): void {
    if (!isReliable(flow)) return;
    const bound = this.#bound.get(flow.id);
    if (bound) bound.add(lost);
    else this.#bound.set(flow.id, new Set([lost]));
  }

  unbind(flow: Flow, lost: () => void): void {
    const bound = this.#bound.get(flow.id);
    if (bound?.delete(lost) && bound.size === 0) this.#bound.delete(flow.id);
  }

  closed(flowId: string): void {
    const bound = this.#bound.get(flowId);
    this.#bound.delete(flowId);
    for (const lost of bound ?? []) lost();
  }
}
