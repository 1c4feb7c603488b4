// The stylesheet of the package, for `import 'earshot/styles.css'`: TypeScript 6 checks such imports.
export {};
