import { readConfig } from '#server/config.ts'
import { columns } from './command-help.ts'
import type { AdminCommand, Ground } from './command.ts'
import { checkDecoder, checkMail, checkProgram, checkReach, checkSettingNames } from './doctor-checks.ts'
import type { DoctorFinding } from './doctor-finding.ts'
import {
  checkBackup,
  checkClock,
  checkDatabase,
  checkFiles,
  checkFolder,
  checkJobs,
  openToLook,
} from './doctor-stores.ts'

const SIGNS = { ok: 'ok', warning: 'note', trouble: 'TROUBLE' } as const

export const doctorCommand: AdminCommand = {
  words: 'doctor',
  takes: '',
  summary: 'Check the whole installation, and describe every problem.',
  more: 'It changes nothing, and can run beside the server. The exit code is 1 if there is trouble.',
  async run({ ground }) {
    const findings = await examine(ground)
    return {
      lines: [
        ...columns(findings.map(({ about, state, words }) => [SIGNS[state], about, words])),
        ...summaryOf(findings),
      ],
      json: { ok: !findings.some(isTrouble), findings },
      troubled: findings.some(isTrouble),
    }
  },
}

/** In an order in which one failure may explain the next. */
async function examine({ env, settingsFile }: Ground): Promise<readonly DoctorFinding[]> {
  const config = readConfig(env)
  const findings = [
    checkProgram(),
    ...checkSettingNames(settingsFile),
    { about: 'settings', state: 'ok', words: `read; the data is in ${config.DATA_DIR}` } as const,
    ...(await checkFolder(config)),
  ]
  const database = openToLook(config)
  if (database) {
    try {
      findings.push(
        ...(await checkDatabase(database)),
        ...(await checkFiles(config, database)),
        await checkClock(database),
        ...(await checkJobs(database)),
        ...(await checkBackup(config, database)),
      )
    } finally {
      await database.close()
    }
  }
  return [...findings, await checkDecoder(config), await checkMail(config), ...(await checkReach(config))]
}

function isTrouble({ state }: DoctorFinding): boolean {
  return state === 'trouble'
}

function summaryOf(findings: readonly DoctorFinding[]): readonly string[] {
  const troubles = findings.filter(isTrouble).length
  return [
    '',
    troubles === 0 ? 'No problems found.' : troubles === 1 ? 'One problem found.' : `${troubles} problems found.`,
  ]
}
