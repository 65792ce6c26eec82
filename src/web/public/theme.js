// Before the first paint, so that a kept choice does not flash. The rest is in ui/theme.ts.
try {
  const theme = localStorage.getItem('roughmix.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the system's theme stands.
}
