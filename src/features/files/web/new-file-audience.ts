import { type KeptChoice, keptChoice } from '#web/ui/form/kept-choice.ts'
import { fileAudiences, type FileAudience } from '../files.policy.ts'

const choices = new Map<string, KeptChoice<FileAudience>>()

/** Who can see the files that this browser uploads next to a project. */
export function newFileAudience(projectId: string): KeptChoice<FileAudience> {
  let choice = choices.get(projectId)
  if (!choice) {
    choice = keptChoice(`roughmix.files.audience.${projectId}`, fileAudiences, 'everyone')
    choices.set(projectId, choice)
  }
  return choice
}
