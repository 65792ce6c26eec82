import { resolve } from 'node:path'
import { safePart } from '#features/renditions/file-names.ts'
import { findPerson } from './account-changes.ts'
import { columns } from './command-help.ts'
import { recordCommand } from './command-audit.ts'
import type { AdminCommand } from './command.ts'
import { exportProject, findProject } from './export-project.ts'
import { sizeOf } from './files.commands.ts'
import { importProject } from './import-project.ts'
import { openImport } from './import-reading.ts'

export const projectCommands: readonly AdminCommand[] = [
  {
    words: 'export',
    takes: 'PROJECT [FILE.zip]',
    summary: 'Export a project as one ZIP: its files under readable names, and all its data as JSON.',
    more:
      'PROJECT is an id or a name. In it are tracks, versions, notes with their files, tasks, approvals and ' +
      'activity, and the names and addresses of its people; not share links, invitations, drafts of rounds, and ' +
      'what can be recreated from the files.',
    async run({ arguments: [word = '', file], ground }) {
      const services = await ground.open()
      const { id, name } = await findProject(services, word)
      const exported = await exportProject(services, id, resolve(ground.folder, file ?? `${safePart(name)}.zip`))
      await recordCommand({ ...services, db: services.database.db }, { kind: 'admin.exported', projectId: id })
      return {
        lines: [
          `“${exported.name}” is in ${exported.path}: ${exported.files} files with ${sizeOf(exported.bytes)}.`,
          ...(exported.missing.length > 0 ? ['Missing files:', ...columns(exported.missing.map((key) => [key]))] : []),
        ],
        json: exported,
        troubled: exported.missing.length > 0,
      }
    },
  },
  {
    words: 'import',
    takes: 'FILE.zip',
    summary: 'Import an exported project, on this server or another.',
    options: {
      owner: { takes: 'PERSON', text: 'An address or username: becomes an owner here.' },
      copy: { text: 'Import it under new ids, beside the project it was exported from.' },
    },
    more:
      'People are found by their confirmed addresses; everyone else is kept as a ' +
      'name, on an account that no one can sign in to. The files are compared by SHA-256, and analysed again by ' +
      'the server. Stopped by Ctrl-C or SIGTERM it removes what it stored and can be started again.',
    async run({ arguments: [file = ''], options, ground }) {
      const reading = await openImport(resolve(ground.folder, file))
      const services = await ground.open()
      const ownerId =
        typeof options['owner'] === 'string' ? (await findPerson(services, options['owner'])).id : undefined
      const imported = await importProject(services, reading, {
        ownerId,
        isCopy: options['copy'] === true,
        signal: ground.stopSignal(),
      })
      await recordCommand(
        { ...services, db: services.database.db },
        { kind: 'admin.imported', projectId: imported.projectId, ...(ownerId !== undefined && { subjectId: ownerId }) },
      )
      const keptAsNames = imported.keptAsNames.length > 0 ? ` Kept as names: ${imported.keptAsNames.join(', ')}.` : ''
      const troubled = imported.missing.length + imported.differing.length > 0
      return {
        lines: [
          `“${imported.name}” is here: ${imported.tracks} tracks, ${imported.versions} versions, ` +
            `${imported.notes} notes, ${imported.tasks} tasks, ${imported.files} files with ` +
            `${sizeOf(imported.bytes)}${troubled ? '.' : ', all with the SHA-256 they had.'}`,
          `People found by their addresses: ${imported.matched}.${keptAsNames}`,
          ...(imported.notTrusted.length > 0
            ? [
                'Kept as names although an account here has their address, as it is not confirmed or the account ' +
                  `is disabled: ${imported.notTrusted.join(', ')}.`,
              ]
            : []),
          ...columns([
            ...imported.missing.map((key) => ['missing', key]),
            ...imported.differing.map((key) => ['other bytes', key]),
          ]),
        ],
        json: imported,
        troubled,
      }
    },
  },
]
