import { defineWeb } from '#web/extension/define-web.ts'

export const transfersWeb = defineWeb({
  name: 'transfers',
  live: 'nothing',
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
