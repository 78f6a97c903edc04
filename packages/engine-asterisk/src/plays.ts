import { access } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AudioSource, LegId, PlayId } from '@alo/call-core';
import type { Ari } from './ari/ari.ts';
import { type Lent, LentMessages } from './lent-messages.ts';
import type { SoundFolders } from './sound-folders.ts';
import { toneKey } from './tone-files.ts';
import { unlessGone } from './unless-gone.ts';

export interface PlaysOptions {
  readonly ari: Ari;
  readonly prompts: SoundFolders;
  /** What companies brought, and the tones that we made. */
  readonly companyPrompts: SoundFolders;
  /** What somebody said to a voicemail box. */
  readonly messages: LentMessages;
  /** It has ended by itself. */
  readonly onPlayed: (leg: LegId, play: PlayId, missing: boolean) => void;
  /** A sound is there for us, and not for Asterisk. */
  readonly onUnreadable: () => void;
  readonly attempt: (work: Promise<unknown>) => void;
}

interface Playing {
  /** Null: the ringing tone, which nobody asked for by a name. */
  readonly play: PlayId | null;
  readonly channel: string;
  isOver: boolean;
  /** Messages that it may read as long as this lasts. */
  readonly lent: Lent[];
  /** What Asterisk plays at the moment. */
  playback: string | null;
  finished: ((isHeard: boolean) => void) | null;
}

/** What legs hear, one thing each. */
export class Plays {
  readonly #options: PlaysOptions;
  readonly #playing = new Map<LegId, Playing>();
  readonly #byPlayback = new Map<string, Playing>();
  #serial = 0;

  constructor(options: PlaysOptions) {
    this.#options = options;
  }

  start(leg: LegId, channel: string, play: PlayId, sources: readonly AudioSource[], loop: boolean): void {
    this.drop(leg);
    this.#begin(leg, channel, play, sources, loop);
  }

  #begin(leg: LegId, channel: string, play: PlayId | null, sources: readonly AudioSource[], loop: boolean): void {
    const playing: Playing = { play, channel, lent: [], isOver: false, playback: null, finished: null };
    this.#playing.set(leg, playing);
    this.#options.attempt(this.#runAndTakeBack(leg, playing, sources, loop));
  }

  /** Until something else is heard. */
  ringing(leg: LegId, channel: string | null): void {
    if (channel === null || this.#playing.has(leg)) return;
    this.#begin(leg, channel, null, [{ kind: 'tone', tone: 'ringback' }], true);
  }

  quiet(leg: LegId): void {
    if (this.#playing.get(leg)?.play === null) this.drop(leg);
  }

  /** Ends it without a word. */
  stop(leg: LegId, play: PlayId): void {
    if (this.#playing.get(leg)?.play === play) this.drop(leg);
  }

  /** The leg has ended, or hears something else. */
  drop(leg: LegId): void {
    const playing = this.#playing.get(leg);
    if (playing === undefined) return;
    this.#playing.delete(leg);
    playing.isOver = true;
    const { ari, attempt } = this.#options;
    if (playing.playback !== null) attempt(unlessGone(ari.delete(`playbacks/${playing.playback}`)));
    playing.finished?.(true);
  }

  playOf(leg: LegId): PlayId | null {
    return this.#playing.get(leg)?.play ?? null;
  }

  /** Asterisk has come to the end of something, or could not read it. */
  finished(playback: string, isHeard: boolean): void {
    this.#byPlayback.get(playback)?.finished?.(isHeard);
  }

  async #runAndTakeBack(leg: LegId, playing: Playing, sources: readonly AudioSource[], loop: boolean): Promise<void> {
    try {
      await this.#run(leg, playing, sources, loop);
    } finally {
      await Promise.all(playing.lent.map((one) => one.takeBack()));
    }
  }

  async #run(leg: LegId, playing: Playing, sources: readonly AudioSource[], loop: boolean): Promise<void> {
    const found = await Promise.all(sources.map((source) => this.#mediaOf(source, playing)));
    const media = found.filter((one) => one !== undefined);
    let isMissing = media.length === 0;
    // Music goes on until it is stopped, as a loop does; what cannot be found at all is over at once, or its leg would wait for ever.
    const isEndless = loop || sources.some(({ kind }) => kind === 'music');
    do {
      for (const run of runsOf(media)) {
        if (playing.isOver) return;
        if (typeof run === 'number') await sleep(run);
        else if (!(await this.#play(playing, run))) isMissing = true;
      }
    } while (isEndless && !isMissing && !playing.isOver);
    if (playing.isOver) return;
    this.#playing.delete(leg);
    if (playing.play !== null) this.#options.onPlayed(leg, playing.play, isMissing);
  }

  /** False where Asterisk could not read it: played again and again, it would be asked for without end. */
  async #play(playing: Playing, media: readonly string[]): Promise<boolean> {
    this.#serial += 1;
    const playback = `play-${process.pid}-${this.#serial}`;
    playing.playback = playback;
    this.#byPlayback.set(playback, playing);
    const over = new Promise<boolean>((resolve) => {
      playing.finished = resolve;
    });
    const begun = await unlessGone(
      this.#options.ari.post(`channels/${playing.channel}/play/${playback}`, { media: media.join(',') }),
    );
    const isHeard = begun === undefined || (await over);
    if (begun === undefined) playing.isOver = true;
    if (!isHeard) this.#options.onUnreadable();
    this.#byPlayback.delete(playback);
    playing.playback = null;
    playing.finished = null;
    return isHeard;
  }

  /** What Asterisk calls it; milliseconds for silence; undefined for a file that is not there. */
  async #mediaOf(source: AudioSource, playing: Playing): Promise<string | number | undefined> {
    switch (source.kind) {
      case 'silence':
        return source.ms;
      case 'tone':
        return this.#fileOf(toneKey(source.tone));
      case 'file':
        return LentMessages.isMessage(source.file) ? this.#lent(source.file, playing) : this.#fileOf(source.file);
      case 'music':
        return this.#fileOf(source.music.endsWith('.wav') ? source.music : `music/${source.music}.wav`);
      default:
        return source satisfies never;
    }
  }

  async #lent(file: string, playing: Playing): Promise<string | undefined> {
    const lent = await this.#options.messages.lend(file);
    if (lent !== undefined) playing.lent.push(lent);
    return lent?.media;
  }

  async #fileOf(key: string): Promise<string | undefined> {
    const { prompts, companyPrompts } = this.#options;
    const plain = normalize(key);
    if (plain.startsWith('..') || plain.startsWith('/')) return undefined;
    const isCompanys = plain.startsWith('company/');
    const folders = isCompanys ? companyPrompts : prompts;
    const path = isCompanys ? plain.slice('company/'.length) : plain;
    const isThere = await access(join(folders.here, path)).then(
      () => true,
      () => false,
    );
    // Asterisk adds the ending of a format that it knows.
    return isThere ? `sound:${join(folders.there, path.replace(/\.wav$/, ''))}` : undefined;
  }
}

/** What can be played in one go, with the pauses in between. */
function runsOf(media: readonly (string | number)[]): readonly (readonly string[] | number)[] {
  const runs: (string[] | number)[] = [];
  for (const one of media) {
    const last = runs.at(-1);
    if (typeof one === 'number') runs.push(one);
    else if (Array.isArray(last)) last.push(one);
    else runs.push([one]);
  }
  return runs;
}
