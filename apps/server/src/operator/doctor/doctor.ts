import type { Config } from '../../config.ts';
import { productVersion } from '../../kernel/product-version.ts';
import { command } from '../command.ts';
import { checkAsterisk } from './asterisk.ts';
import { checkDatabase } from './database.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { checkCertificate, checkDisk, checkFolder, checkKeys, checkPorts, checkSetAside } from './machine.ts';
import { checkReach } from './reach.ts';

const marks = { good: 'tốt ', warning: 'LƯU Ý', bad: 'HỎNG' } as const satisfies Record<Finding['state'], string>;

export const doctor = command({
  summary: 'Xem xét máy và dữ liệu, nói từng điều bằng lời cùng cách xử lý',
  usage: 'doctor',
  options: {},
  async run(_values, _words, { config, say }) {
    const findings = await examine(config);
    for (const { state, about, words } of findings) say(`${marks[state].padEnd(6)} ${about}: ${words}`);
    return findings.every(({ state }) => state !== 'bad');
  },
});

/** Looks at everything; what is wrong with one thing keeps nobody from looking at the others. */
export async function examine(config: Config, now = Date.now()): Promise<Finding[]> {
  return [
    findingsAbout('Phiên bản').good(
      `Alô ${productVersion}, Node.js ${process.version}, ${process.platform} ${process.arch}.`,
    ),
    await checkFolder(config),
    await checkDisk(config),
    await checkCertificate(config, now),
    await checkKeys(config, now),
    ...(await checkPorts(config)),
    ...(await checkReach(config)),
    ...(await checkAsterisk(config)),
    ...(await checkDatabase(config)),
    await checkSetAside(config),
  ];
}
