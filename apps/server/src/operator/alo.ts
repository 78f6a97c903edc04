/**
 * `npm run alo -- <command>`: what the operator of an installation does with it besides starting it. Works with the built-in database
 * and with `DATABASE_URL`, beside a product that runs and without one.
 */
import { readConfig } from '../config.ts';
import { startFailureText } from '../process/start-failure.ts';
import { makePrivateFiles } from '../storage/private-folder.ts';
import { askSecret } from './ask-secret.ts';
import { asteriskConfig } from './asterisk-config.ts';
import { auditVerify } from './audit-verify.ts';
import { backup, backupKey, restoreBackup } from './backup/commands.ts';
import { carrierAssign } from './carriers.ts';
import { type OperatorCommand, Refused } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { folderGone, folderList } from './folders.ts';
import { keyList, keyRotate } from './keys/commands.ts';
import { tenantExport, tenantImport } from './moving/commands.ts';
import { nodeDrain, nodeGone, nodeList, nodeResume, nodeWeight } from './nodes.ts';
import { operatorCreate } from './operators.ts';
import { recordingsCheck, recordingsVerify } from './recordings-verify.ts';
import { shareList, shareSet } from './shares.ts';
import { signUpCommand } from './sign-up.ts';
import { accountCreate, tenantCreate, tenantList } from './tenants.ts';

const commands: Readonly<Record<string, OperatorCommand>> = {
  'tenant create': tenantCreate,
  'tenant list': tenantList,
  'tenant export': tenantExport,
  'tenant import': tenantImport,
  'account create': accountCreate,
  'operator create': operatorCreate,
  'carrier assign': carrierAssign,
  'share list': shareList,
  'share set': shareSet,
  'sign-up': signUpCommand,
  'node list': nodeList,
  'node drain': nodeDrain,
  'node resume': nodeResume,
  'node weight': nodeWeight,
  'node gone': nodeGone,
  'folder list': folderList,
  'folder gone': folderGone,
  'key rotate': keyRotate,
  'key list': keyList,
  'audit verify': auditVerify,
  'recordings verify': recordingsVerify,
  'recordings check': recordingsCheck,
  'asterisk config': asteriskConfig,
  backup,
  'backup key': backupKey,
  restore: restoreBackup,
  doctor,
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(words: readonly string[]): Promise<boolean> {
  const [name, length] = [words.slice(0, 2).join(' '), 2];
  const [chosen, used] = Object.hasOwn(commands, name) ? [commands[name], length] : [commands[words[0] ?? ''], 1];
  if (chosen === undefined) {
    for (const [command, { summary, usage }] of Object.entries(commands)) {
      say(`${command.padEnd(16)}${summary}\n${' '.repeat(16)}npm run alo -- ${usage}`);
    }
    return words.length === 0 || words[0] === 'help';
  }
  makePrivateFiles();
  return chosen.run(words.slice(used), { config: readConfig(process.env), say, askSecret });
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  const withStack = process.env['ALO_LOG_LEVEL'] === 'debug';
  process.stderr.write(`${error instanceof Refused ? error.message : startFailureText(error, withStack)}\n`);
  process.exitCode = 1;
}
