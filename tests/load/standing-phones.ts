import { audioOf, type Caller, rtpCaller } from './callers.ts';
import { DeskPhones, type StandingCall } from './desk-phones.ts';
import type { Installation } from './installation.ts';
import { OnePacketAudio } from './one-packet-audio.ts';

/** Phones some of which can be made to stand in calls that carry audio both ways. The audio of all other calls is one packet. */
export async function openStandingPhones(count: number, { product, passwordAt }: Installation) {
  /** Both ends of the calls that stand. */
  const callers: Caller[] = [];
  let stands = false;
  const phones = await DeskPhones.open(count, product.sipPort, passwordAt, async (at) => {
    if (!stands) return new OnePacketAudio(at);
    const caller = await rtpCaller();
    callers.push(caller);
    return audioOf(caller);
  });
  return {
    phones,
    callers,
    /** From now on so many calls stand: those of the phones from `first` on. No other call may begin meanwhile. */
    async stand(first: number, calls: number): Promise<readonly StandingCall[]> {
      stands = true;
      const standing: StandingCall[] = [];
      for (let index = first; index < first + calls; index += 1) standing.push(await phones.begin(index));
      stands = false;
      return standing;
    },
  };
}
