import type { CallId, Cause, LegId, TransferId } from '@alo/call-core';
import type { TenantProvision } from '@alo/engine';
import { type SurvivalWorld, type SurvivingParty, survivalSuite, survivalTenant } from '@alo/engine-suite';
import { ScriptedEngine } from '@alo/testing';

const provision: TenantProvision = {
  tenant: survivalTenant,
  revision: 5,
  domain: 'survival.example',
  extensions: [],
  trunks: [],
};

class ScriptedParty implements SurvivingParty {
  readonly #engine: ScriptedEngine;
  readonly #call: CallId;
  readonly #name: string;
  readonly leg: LegId;

  constructor(engine: ScriptedEngine, call: CallId, name: string) {
    this.#engine = engine;
    this.#call = call;
    this.#name = name;
    this.leg = engine.legOf(call, name);
  }

  async answer(): Promise<void> {
    this.#engine.answers(this.#call, this.#name);
  }
  async hangUp(cause: Cause = 'normal'): Promise<void> {
    this.#engine.ends(this.#call, this.#name, cause);
  }
  press(digit: '1' | '2' | '3'): void {
    this.#engine.on(this.#call, this.#name, { type: 'digit', digit });
  }
  async asksTransfer(to: string): Promise<void> {
    const transfer = `${this.leg}/t1` as TransferId; // As an engine names it.
    this.#engine.on(this.#call, this.#name, { type: 'transfer-requested', transfer, to, replaces: null });
  }
  get transferNews(): string | undefined {
    const told = this.#engine.performed.findLast((one) => one.startsWith(`tell ${this.#name} that the transfer is `));
    return told?.split(' ').at(-1);
  }
  hears(other: SurvivingParty): boolean {
    return other instanceof ScriptedParty && this.#engine.hears(this.leg, other.leg);
  }
}

survivalSuite('a scripted engine that outlives its servers', provision, async (known): Promise<SurvivalWorld> => {
  const engine = new ScriptedEngine();
  await engine.provision(known);
  return {
    async newServer() {
      engine.serverDies();
      await engine.start();
      return engine;
    },
    serverLeaves: () => engine.serverDies(),
    async calls(extension, dialled) {
      return new ScriptedParty(engine, engine.extensionCalls(survivalTenant, extension, dialled), 'caller');
    },
    async rings(extension) {
      const dialled = engine.lastDialled(extension);
      if (dialled === undefined) throw new Error(`nobody dialled ${extension}`);
      engine.rings(dialled.call, extension);
      return new ScriptedParty(engine, dialled.call, extension);
    },
    close: () => engine.close(),
  };
});
