import { keptChoice } from '#web/ui/form/kept-choice.ts'
import { fileAudiences } from '../files.policy.ts'

/** Who can see the files that this browser uploads next. */
export const newFileAudience = keptChoice('roughmix.files.audience', fileAudiences, 'everyone')
