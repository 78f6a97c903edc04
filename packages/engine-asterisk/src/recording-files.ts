import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EngineEvent, RecordingId, TenantId } from '@alo/call-core';
import { z } from 'zod';
import { type Ari, type AriAddress, fetchFile } from './ari/ari.ts';
import { type Piece, writeStereo } from './stereo.ts';
import { unlessGone } from './unless-gone.ts';

export type RecordingResult = Pick<Extract<EngineEvent, { type: 'recorded' }>, 'durationMs' | 'bytes' | 'state'>;

export const nothing: RecordingResult = { durationMs: 0, bytes: 0, state: 'incomplete' };

interface RecordingFilesOptions {
  readonly ari: Ari;
  readonly address: AriAddress;
  readonly folder: string;
}

/** The files of recordings: Asterisk's pieces, which are fetched from it, and what is made of them here. */
export class RecordingFiles {
  readonly #options: RecordingFilesOptions;
  #serial = 0;

  constructor(options: RecordingFilesOptions) {
    this.#options = options;
  }

  /** A piece's name says of what it is one, and from when on, for a process that knows nothing else of it. */
  newName(tenant: TenantId, id: RecordingId, side: Piece['side']): string {
    this.#serial += 1;
    return `${piecesOf(tenant, id)}-${side}-${Date.now()}-${this.#serial}`;
  }

  /** Brings what Asterisk wrote, and lets it forget it. */
  async fetch(tenant: TenantId, name: string): Promise<string> {
    const { address, ari, folder } = this.#options;
    await mkdir(join(folder, tenant), { recursive: true });
    const file = join(folder, tenant, `${name}.part`);
    const written = await fetchFile(address, `recordings/stored/${name}/file`);
    await pipeline(written, createWriteStream(file));
    await unlessGone(ari.delete(`recordings/stored/${name}`));
    return file;
  }

  /** Makes a conversation of its pieces. */
  async join(
    tenant: TenantId,
    id: RecordingId,
    pieces: readonly Piece[],
    durationMs: number,
    state: RecordingResult['state'] = 'whole',
  ): Promise<RecordingResult> {
    const path = this.#path(tenant, id);
    await mkdir(dirname(path), { recursive: true });
    const bytes = await writeStereo(path, pieces, durationMs);
    await Promise.all(pieces.map(({ file }) => rm(file, { force: true })));
    return { durationMs, bytes, state };
  }

  /** A message is its one piece. */
  async keepMessage(tenant: TenantId, id: RecordingId, name: string): Promise<RecordingResult> {
    const piece = await this.fetch(tenant, name);
    const path = this.#path(tenant, id);
    await mkdir(dirname(path), { recursive: true });
    await rename(piece, path);
    return { ...(await measured(path, 1)), state: 'whole' };
  }

  /** One that was begun by a process before us: it is written already, or Asterisk still has its pieces. */
  async found(tenant: TenantId, id: RecordingId): Promise<RecordingResult> {
    const path = this.#path(tenant, id);
    const written = await measured(path, 2).catch(() => null);
    if (written !== null) return { ...written, state: 'incomplete' };
    const stored = storedRecordings.parse(await this.#options.ari.get('recordings/stored'));
    const named = stored.flatMap(({ name }) => pieceOf(name, tenant, id) ?? []);
    if (named.length === 0) return nothing;
    const first = Math.min(...named.map(({ at }) => at));
    const pieces = await Promise.all(
      named.map(async ({ name, side, at }) => ({ file: await this.fetch(tenant, name), side, atMs: at - first })),
    );
    const ends = await Promise.all(pieces.map(async ({ file, atMs }) => atMs + (await measured(file, 1)).durationMs));
    const durationMs = Math.max(...ends);
    return this.join(tenant, id, pieces, durationMs, 'incomplete');
  }

  #path(tenant: TenantId, id: RecordingId): string {
    return join(this.#options.folder, tenant, `${id}.wav`);
  }
}

const storedRecordings = z.array(z.object({ name: z.string() }));

const piecesOf = (tenant: TenantId, id: RecordingId): string => `alo-${Buffer.from(`${tenant}/${id}`).toString('hex')}`;

function pieceOf(
  name: string,
  tenant: TenantId,
  id: RecordingId,
): { readonly name: string; readonly side: Piece['side']; readonly at: number } | undefined {
  const start = `${piecesOf(tenant, id)}-`;
  const [side, at] = name.startsWith(start) ? name.slice(start.length).split('-') : [];
  if (side !== 'left' && side !== 'right') return undefined;
  return { name, side, at: Number(at) };
}

async function measured(file: string, channels: number): Promise<Pick<RecordingResult, 'durationMs' | 'bytes'>> {
  const { size } = await stat(file);
  return { bytes: size, durationMs: Math.max(0, Math.round((size - 44) / (16 * channels))) };
}
