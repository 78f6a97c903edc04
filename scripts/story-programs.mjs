import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * What the stories run besides ourselves: the environment variable that tells them where, names, and Debian's package; what it is told
 * before (debconf), or which service of it is stopped, so that nothing of it serves the machine by itself. What is large is brought for
 * the long stories alone. What is a part of another program, and none itself, says where below the system's libraries it lies.
 * @type {readonly { variable: string, names: readonly string[], below?: string, debian: string, told?: string, service?: string, isLarge?: true }[]}
 */
const programs = [
  { variable: 'ALO_CHROMIUM', names: ['chromium', 'chromium-browser', 'google-chrome'], debian: 'chromium' },
  { variable: 'ALO_SIPP', names: ['sipp'], debian: 'sip-tester' },
  { variable: 'ALO_BARESIP', names: ['baresip'], debian: 'baresip-core' },
  { variable: 'ALO_LINPHONE', names: ['linphonec'], debian: 'linphone-cli' },
  { variable: 'ALO_KAMAILIO', names: ['kamailio'], debian: 'kamailio', service: 'kamailio', isLarge: true },
  {
    variable: 'ALO_KAMAILIO_POSTGRES',
    names: ['db_postgres.so'],
    below: 'kamailio/modules',
    debian: 'kamailio-postgres-modules',
    isLarge: true,
  },
  {
    variable: 'ALO_KAMAILIO_TLS',
    names: ['tls.so'],
    below: 'kamailio/modules',
    debian: 'kamailio-tls-modules',
    isLarge: true,
  },
  { variable: 'ALO_IP', names: ['ip'], debian: 'iproute2' },
  { variable: 'ALO_NFT', names: ['nft'], debian: 'nftables' },
  { variable: 'ALO_TURNSERVER', names: ['turnserver'], debian: 'coturn', service: 'coturn' },
  // Without a configuration of its own it is never started as a service: not now, and not with the machine.
  { variable: 'ALO_SLAPD', names: ['slapd'], debian: 'slapd', told: 'slapd slapd/no_configuration boolean true' },
  { variable: 'ALO_NGINX', names: ['nginx'], debian: 'nginx', service: 'nginx', isLarge: true },
  { variable: 'ALO_HAPROXY', names: ['haproxy'], debian: 'haproxy', service: 'haproxy', isLarge: true },
  { variable: 'ALO_NATS_SERVER', names: ['nats-server'], debian: 'nats-server', service: 'nats-server', isLarge: true },
  { variable: 'ALO_PROMTOOL', names: ['promtool'], debian: 'prometheus', service: 'prometheus', isLarge: true },
  { variable: 'ALO_SOFFICE', names: ['soffice'], debian: 'libreoffice-calc-nogui', isLarge: true },
];

/**
 * Finds Chromium, sipp, baresip, linphone and what makes networks, and installs Debian's where we may. Says in one line what to do where we may not.
 * @param {readonly string[]} [only] by the variables that tell where they are; all of them where nothing is said
 * @param {{ large?: boolean }} [also] those that are large, too
 * @returns {Promise<NodeJS.ProcessEnv | undefined>} where they are; undefined when one is missing
 */
export async function bringPrograms(only, { large = false } = {}) {
  const wanted = programs.filter(({ variable, isLarge }) => only?.includes(variable) ?? (large || isLarge !== true));
  const missing = () => wanted.filter((program) => find(program) === undefined);
  if (missing().length > 0) install(missing());
  if (missing().length > 0) {
    const packages = missing().map(({ debian }) => debian);
    console.error(`\nThe browser stories cannot run: sudo apt-get install ${packages.join(' ')}`);
    return undefined;
  }
  return Object.fromEntries(wanted.map((program) => [program.variable, find(program)]));
}

/**
 * An Asterisk for the stories with other switches. Nobody installs a switch unasked, and Debian 12 and 13 have none: what to do is said.
 * @returns {NodeJS.ProcessEnv | undefined} where it is; undefined when there is none
 */
export function findAsterisk() {
  const root = process.env['ALO_ASTERISK_ROOT'];
  const inRoot = root === undefined ? undefined : join(root, 'usr/sbin/asterisk');
  if (inRoot !== undefined && canExecute(inRoot))
    return { ALO_ASTERISK: '/usr/sbin/asterisk', ALO_ASTERISK_ROOT: root };
  const path = find({ variable: 'ALO_ASTERISK', names: ['asterisk'] });
  if (path !== undefined) return { ALO_ASTERISK: path };
  console.error(asteriskWanted);
  return undefined;
}

const asteriskWanted = `
These stories want Asterisk 20 or newer with PJSIP. It is started with files of its own, and a service of that name is left alone.
  Ubuntu:  sudo apt-get install asterisk && sudo systemctl disable --now asterisk
  Debian 12 and 13 have none; that of Debian forky goes into a folder of its own (root, 350 MB):
    apt-get install debootstrap; ln -s sid /usr/share/debootstrap/scripts/forky
    debootstrap --variant=minbase --include=asterisk,asterisk-modules,ca-certificates forky /opt/asterisk
    echo "127.0.0.1 localhost $(hostname)" > /opt/asterisk/etc/hosts
    ALO_ASTERISK_ROOT=/opt/asterisk npm run test:interop
  Elsewhere: ALO_ASTERISK=/path/to/asterisk npm run test:interop`;

/**
 * What the environment names, or else the first of these names in PATH, or where Debian keeps servers.
 * @param {{ variable: string, names: readonly string[], below?: string }} program
 */
export function find({ variable, names, below }) {
  const given = process.env[variable];
  // Whoever is no root may have no way to the last two.
  const folders =
    below === undefined
      ? [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
      : libraries().map((folder) => join(folder, below));
  const paths = given ? [given] : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => (below === undefined ? canExecute(path) : existsSync(path)));
}

/** Where Debian keeps them, by the kind of machine or for all. */
function libraries() {
  const top = '/usr/lib';
  return existsSync(top) ? [top, ...readdirSync(top).map((name) => join(top, name))] : [];
}

/** @param {string} path */
function canExecute(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {readonly { debian: string, told?: string, service?: string }[]} wanted */
function install(wanted) {
  const packages = wanted.map(({ debian }) => debian);
  const isRoot = process.getuid?.() === 0;
  const program = isRoot ? 'env' : 'sudo';
  const first = [...(isRoot ? [] : ['-n', 'env']), 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const mayInstall = spawnSync(program, [...first, '--version'], { stdio: 'ignore' }).status === 0;
  if (!mayInstall) return;

  const told = wanted.flatMap((one) => one.told ?? []).join('\n');
  const tell = isRoot ? ['debconf-set-selections'] : ['sudo', '-n', 'debconf-set-selections'];
  if (told !== '') spawnSync('env', tell, { input: told, stdio: ['pipe', 'inherit', 'inherit'] });

  console.log(`\nInstalling ${packages.join(' and ')} for the browser stories …`);
  const aptGet = (/** @type {string[]} */ ...args) =>
    spawnSync(program, [...first, ...args], { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
  const now = () =>
    aptGet('install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages);
  if (!now() && aptGet('update', '-qq')) now();

  // Where no systemd runs, nothing was started.
  const services = wanted.flatMap((one) => one.service ?? []);
  const root = isRoot ? [] : ['sudo', '-n'];
  if (services.length > 0)
    spawnSync('env', [...root, 'systemctl', 'disable', '--now', ...services], { stdio: 'ignore' });
}
