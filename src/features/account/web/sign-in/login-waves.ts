/** As in LoginWaves.module.css: narrower pages have no room beside the form. */
export const besideQuery = '(min-width: 901px)'

export const loadLoginWaves = () => import('./LoginWaves.tsx')
