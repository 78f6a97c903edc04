import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

import { earlyHints } from './early-hints.ts';
import { precompress } from './precompress.ts';

/** The server that answers what the console asks while it is being developed. */
const server = loadEnv('', import.meta.dirname, 'ALO_')['ALO_DEV_SERVER'] ?? 'http://localhost:8080';
const bases = ['/config.json', '/identity', '/api', '/admin', '/telephony', '/etelecom', '/docs'];
const sockets = ['/live', '/sip'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), earlyHints(), precompress()],
  build: {
    target: 'es2023',
    // Fonts and pictures stay files, and nothing is loaded by an inline script: the page forbids both.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Icons are small and many: one file of all is quicker than a file for each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'icons', test: /@tabler\/icons-react/ }] } } },
    reportCompressedSize: true,
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      ...Object.fromEntries(bases.map((path) => [path, { target: server }])),
      ...Object.fromEntries(sockets.map((path) => [path, { target: server, ws: true }])),
    },
  },
});
