import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { find } from './story-programs.mjs';

/** Where Debian forky's are, which has both; Debian 12 and 13 have no Asterisk. */
const root = process.env['ALO_ASTERISK_ROOT'] ?? '/opt/asterisk';
const packages = [
  'asterisk',
  'asterisk-modules',
  'kamailio',
  'kamailio-websocket-modules',
  'kamailio-tls-modules',
  'ca-certificates',
];

/**
 * Asterisk and Kamailio to be measured beside: the system's, or else those in a file system of their own, which root on Debian is
 * given. No service of theirs is started. Says in one line why there are none.
 * @returns {NodeJS.ProcessEnv | undefined} where they are; undefined when one is missing
 */
export function bringSwitches() {
  if (availableParallelism() < 2) return none('it wants two cores, one for servers and one for whoever measures them');
  const found = find({ variable: 'ALO_TASKSET', names: ['taskset'] });
  if (found === undefined) return none('there is no taskset, which gives each side a core of its own');
  const systems = inSystem();
  if (systems !== undefined) return systems;
  if (!existsSync(root)) {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
      return none('Asterisk and Kamailio are not in PATH, and only root on Debian can bring them');
    }
    console.log(`Bringing Asterisk and Kamailio into ${root} (600 MB, a minute or two) …`);
    if (!makeRoot()) return none(`debootstrap could not make ${root}`);
  }
  if (process.getuid?.() !== 0) return none(`only root can run those in ${root}`);
  if (spawnSync('chroot', [root, 'dpkg-query', '-W', ...packages]).status !== 0) {
    return none(`${root} has not all of it: chroot ${root} apt-get install ${packages.join(' ')}`);
  }
  return { ALO_ASTERISK: '/usr/sbin/asterisk', ALO_KAMAILIO: '/usr/sbin/kamailio', ALO_ASTERISK_ROOT: root };
}

/** @returns {NodeJS.ProcessEnv | undefined} */
function inSystem() {
  const asterisk = find({ variable: 'ALO_ASTERISK', names: ['asterisk'] });
  const kamailio = find({ variable: 'ALO_KAMAILIO', names: ['kamailio'] });
  const isWhole = asterisk !== undefined && kamailio !== undefined && process.env['ALO_ASTERISK_ROOT'] === undefined;
  return isWhole ? { ALO_ASTERISK: asterisk, ALO_KAMAILIO: kamailio } : undefined;
}

/** A service of theirs does not start in there: debootstrap lets nothing start. */
function makeRoot() {
  const run = (/** @type {string} */ program, /** @type {readonly string[]} */ args) =>
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const aptGet = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends'];
  if (!run('debootstrap', ['--version']) && !run('env', [...aptGet, 'debootstrap'])) return false;
  // An older debootstrap does not know the name, and makes it as it makes any of the newer ones.
  const script = '/usr/share/debootstrap/scripts/forky';
  if (!existsSync(script)) symlinkSync('sid', script);
  if (!run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, 'forky', root])) return false;
  // Asterisk asks for its own name at its start, and waits for an answer.
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${hostname()}\n`);
  return true;
}

/** @param {string} why */
function none(why) {
  console.error(`Nothing stands beside ours: ${why}. Ours runs beside bare programs.`);
  return undefined;
}
