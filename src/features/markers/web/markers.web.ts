import { defineWeb } from '#web/extension/define-web.ts'

export const markersWeb = defineWeb({
  name: 'markers',
  live: 'nothing',
  keys: 'nothing',
  palette: () => import('./markers.palette.ts'),
  adds: 'nothing',
})
