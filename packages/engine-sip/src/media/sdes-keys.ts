import { MediaRefusal } from './media-leg.ts';
import { type CryptoLine, newCrypto, offeredCrypto } from './sdes.ts';
import { Srtp } from './srtp.ts';

/** The keys of one session, as offers and answers agree on them (RFC 4568 §5.1); nothing while it is plain RTP. */
export class SdesKeys {
  /** What our SDP says: one line when it is agreed on, several while it is offered. */
  #told: readonly CryptoLine[] = [];
  #agreed: { readonly ours: CryptoLine; readonly theirs: CryptoLine; readonly srtp: Srtp } | undefined;

  get told(): readonly CryptoLine[] {
    return this.#told;
  }

  get srtp(): Srtp | undefined {
    return this.#agreed?.srtp;
  }

  /** A further offer names the same keys: the answer to it changes nothing. */
  offer(): void {
    this.#told = this.#agreed ? [this.#agreed.ours] : this.#told.length > 0 ? this.#told : offeredCrypto();
  }

  takeOffer(theirs: CryptoLine | undefined): void {
    const before = this.#agreed?.ours;
    const isSame = before !== undefined && before.suite === theirs?.suite;
    this.#agree(theirs && (isSame ? { ...before, tag: theirs.tag } : newCrypto(theirs.tag, theirs.suite)), theirs);
  }

  takeAnswer(theirs: CryptoLine | undefined): void {
    const ours = theirs && this.#told.find(({ tag, suite }) => tag === theirs.tag && suite === theirs.suite);
    if (theirs && !ours) throw new MediaRefusal('an answer with keys for what was not offered', 'transport');
    this.#agree(ours, theirs);
  }

  /** Packets are counted for as long as the keys stay (RFC 3711 §3.2.1). */
  #agree(ours: CryptoLine | undefined, theirs: CryptoLine | undefined): void {
    this.#told = ours ? [ours] : [];
    if (!ours || !theirs) {
      this.#agreed = undefined;
      return;
    }
    const before = this.#agreed;
    const isSame = before && before.ours.key.equals(ours.key) && before.theirs.key.equals(theirs.key);
    const srtp = isSame ? before.srtp : new Srtp(ours.suite, ours.key, theirs.key);
    this.#agreed = { ours, theirs, srtp };
  }
}
