import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { spawnEngine } from '@alo/engine-host/supervision';
import { type SurvivalWorld, type SurvivingParty, survivalSuite, survivalTenant } from '@alo/engine-suite';
import { type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';
import { sipEntry } from './entry.ts';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

const domain = 'survival.example';
const provision: TenantProvision = {
  tenant: survivalTenant,
  revision: 5,
  domain,
  extensions: ['101', '102', '103'].map((extension) => ({
    extension,
    secrets: [digestSecret(extension, domain, 'x')],
  })),
  trunks: [],
};

const news: Readonly<Record<string, string>> = { '100': 'trying', '180': 'ringing', '200': 'done', '503': 'failed' };

/** A phone in a call, who speaks in a tone of its own from the first moment. */
class PhoneParty implements SurvivingParty {
  readonly call: PhoneCall<RtpAudio>;
  readonly hertz: number;

  constructor(call: PhoneCall<RtpAudio>, hertz: number) {
    this.call = call;
    this.hertz = hertz;
    call.audio.speak(hertz);
  }

  answer = () => this.call.answer();
  hangUp = async () => void (await this.call.hangUp());
  press = (key: string) => this.call.audio.press(key);
  async asksTransfer(to: string): Promise<void> {
    await this.call.request('REFER', [{ name: 'refer-to', value: `<sip:${to}@${domain}>` }]);
  }
  get transferNews(): string | undefined {
    return news[/^SIP\/2\.0 (\d+)/.exec(this.call.told('NOTIFY').at(-1) ?? '')?.[1] ?? ''];
  }
  hears(other: SurvivingParty): boolean {
    // What is heard is a second old at most: what was heard before fades in that time.
    return other instanceof PhoneParty && this.call.audio.level(other.hertz) > 0.1;
  }
}

survivalSuite('our own switch beside its servers', provision, async (known): Promise<SurvivalWorld> => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-survival-'));
  const address = { socketPath: join(folder, 'engine.sock'), token: 'word' };
  const child = spawnEngine(address, 60_000, sipEntry);
  await once(child, 'message'); // `ready`
  const phones: TestPhone<RtpAudio>[] = [];
  let engine: HostedEngine | undefined;
  let isKnown = false;

  async function phone(user: string): Promise<TestPhone<RtpAudio>> {
    const server = { transport: 'udp' as const, host: '127.0.0.1', port: engine?.listening?.sipPort ?? 0 };
    const opened = await TestPhone.rtp({ server, domain, user, password: 'x' });
    phones.push(opened);
    await opened.register();
    return opened;
  }
  const hertzOf = (extension: string): number => Number(extension) * 10 - 500; // 510, 520, 530: told apart in a second.
  const called = new Map<string, TestPhone<RtpAudio>>();

  return {
    async newServer() {
      engine?.leave();
      const next = createSipEngine({
        files: { promptsFolder: folder, recordingsFolder: folder },
        sipPort: 0,
        bindAddress: '127.0.0.1',
        beside: { address, pipe: child },
      });
      engine = next;
      await next.start();
      // The first one tells who is who; phones that will be called must be there before they are.
      if (!isKnown) {
        isKnown = true;
        await next.provision(known);
        await next.open();
        for (const extension of ['102', '103']) called.set(extension, await phone(extension));
      }
      return next;
    },
    serverLeaves: () => engine?.leave(),
    async calls(extension, dialled) {
      const call = await (await phone(extension)).call(dialled);
      return new PhoneParty(call, hertzOf(extension));
    },
    async rings(extension) {
      const call = await called.get(extension)?.nextCall();
      if (call === undefined) throw new Error(`no phone ${extension}`);
      return new PhoneParty(call, hertzOf(extension));
    },
    async close() {
      for (const one of phones) one.close();
      await engine?.close();
      child.kill('SIGKILL');
    },
  };
});
