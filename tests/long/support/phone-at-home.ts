import { TestPhone } from '@alo/testing';
import { z } from 'zod';
import { hearsOnly } from '../../e2e/support/hearing.ts';
import { tones } from '../../e2e/support/voices.ts';

/** A desk phone in a process of its own, which may stand in another network: it registers once, answers the first call and says what it hears. */
const account = z
  .object({
    host: z.string(),
    port: z.number(),
    from: z.string(),
    domain: z.string(),
    user: z.string(),
    password: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const { host, port, from, ...owner } = account;
const say = (word: string) => console.log(word);

const phone = await TestPhone.rtp({ server: { transport: 'udp', host, port, from }, ...owner });
say(`registered ${(await phone.register()).status}`);
const call = await phone.nextCall(120_000);
say('rung');
await call.answer();
call.audio.speak(tones.customer);
await hearsOnly(call, 'lan');
say('hears lan');
await call.until('ended');
say('over');
process.exit(0);
