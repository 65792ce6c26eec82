import { defineWeb } from '#web/extension/define-web.ts'

export const renditionsWeb = defineWeb({
  name: 'renditions',
  live: 'nothing',
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
