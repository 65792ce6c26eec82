import { defineWeb } from '#web/extension/define-web.ts'

export const searchWeb = defineWeb({
  name: 'search',
  live: 'nothing',
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
