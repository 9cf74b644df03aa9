import {viteSingleFile} from 'vite-plugin-singlefile';

// One file with everything in it. The markers for the program stay where they are.
export default {
  plugins: [viteSingleFile({removeViteModuleLoader: true})],
  build: {outDir: 'build', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 1e9, cssCodeSplit: false},
};
