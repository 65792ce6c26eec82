import { backupCommands } from './backup.commands.ts'
import type { AdminCommand } from './command.ts'
import { doctorCommand } from './doctor.command.ts'
import { fileCommands } from './files.commands.ts'
import { jobCommands } from './jobs.commands.ts'
import { moveCommands } from './move.commands.ts'
import { projectCommands } from './project.commands.ts'
import { pushKeysCommand } from './push-keys.command.ts'
import { userCommands } from './users.commands.ts'

/** All commands of `npm run -s admin`. */
export const commands: readonly AdminCommand[] = [
  ...userCommands,
  ...jobCommands,
  ...fileCommands,
  ...backupCommands,
  ...projectCommands,
  ...moveCommands,
  pushKeysCommand,
  doctorCommand,
]
