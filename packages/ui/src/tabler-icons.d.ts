// The family ships types for its barrel only; the barrel is thousands of modules, so icons are taken one by one.
declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}
