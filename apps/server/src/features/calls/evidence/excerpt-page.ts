import { createHash, type KeyObject, sign } from 'node:crypto';

import { checkScript } from './check-script.ts';

/** What an excerpt says of itself. Everything in it is signed; the page shows nothing else. */
export interface ExcerptFacts {
  readonly format: 'alo-recording-excerpt-1';
  readonly company: string;
  readonly call: {
    readonly id: string;
    readonly started_at: string;
    readonly direction: string;
    readonly number: string;
    readonly hotline: string;
    readonly agent: string;
  };
  readonly recording: {
    readonly id: string;
    readonly started_at: string;
    /** Of all of it as it is kept; null where it is no link of the chain yet. */
    readonly sha256: string | null;
    readonly seq: number | null;
    readonly link: string | null;
    readonly head: { readonly seq: number; readonly hash: string } | null;
  };
  readonly sound: {
    readonly from_ms: number;
    readonly to_ms: number;
    readonly type: string;
    readonly bytes: number;
    readonly sha256: string;
  };
  readonly made_at: string;
  readonly made_by: string;
}

const style = `:root{color-scheme:light dark;--bg:#fff;--text:#1c2430;--soft:#5a6675;--line:#d8dee6;--good:#0b6b3a;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--bg:#14181e;--text:#e8ecf1;--soft:#a3aebb;--line:#333c47;--good:#5fd08f;--bad:#ff8a80}}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:24px 16px}h1{font-size:1.25rem;margin:0 0 12px}
#said{border:1px solid currentColor;border-radius:8px;padding:12px 14px;margin:0 0 16px;font-weight:600}
#said[data-is=good]{color:var(--good)}#said[data-is=bad]{color:var(--bad)}
audio{width:100%;margin:0 0 16px}dl{display:grid;grid-template-columns:minmax(9rem,auto) 1fr;gap:0;margin:0}
dt,dd{margin:0;padding:7px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}dt{color:var(--soft);padding-right:16px}
@media(max-width:34rem){dl{display:block}dd{border:0;padding-top:0}}p{color:var(--soft)}`;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** What every excerpt is besides its own: signed as well, so that a page whose script was changed is none of ours. */
export const pageDigest = sha256(`${style}\n${checkScript}`);

/** One file that has the sound, says what it is of, and checks itself in any browser without a network. */
export function excerptPage(facts: ExcerptFacts, sound: Buffer, key: { secret: KeyObject; open: Buffer }): Buffer {
  // What stands in a script may not end it.
  const said = JSON.stringify({ ...facts, page: pageDigest }).replaceAll('<', '\\u003c');
  const signature = sign(null, Buffer.from(said), key.secret).toString('base64');
  return Buffer.from(`<!doctype html>
<html lang="vi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; media-src blob:">
<title>Trích đoạn ghi âm</title>
<style id="style">${style}</style>
</head>
<body>
<main>
<h1>Trích đoạn ghi âm cuộc gọi</h1>
<div id="said" role="status">Chưa kiểm tra được: trang này cần JavaScript.</div>
<audio id="heard" controls></audio>
<dl id="facts"></dl>
</main>
<script type="application/json" id="signed">${said}</script>
<script type="text/plain" id="signature">${signature}</script>
<script type="text/plain" id="key">${key.open.toString('base64')}</script>
<script type="text/plain" id="sound">${sound.toString('base64')}</script>
<script id="check">${checkScript}</script>
</body>
</html>
`);
}
