import { defineWeb } from '#web/extension/define-web.ts'

export const administrationWeb = defineWeb({
  name: 'administration',
  live: 'nothing',
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
