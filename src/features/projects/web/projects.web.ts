import { defineWeb } from '#web/extension/define-web.ts'
import { projectsLive } from './projects.live.ts'

export const projectsWeb = defineWeb({
  name: 'projects',
  live: projectsLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
