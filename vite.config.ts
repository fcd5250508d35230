import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../dist/web', emptyOutDir: true, manifest: true, reportCompressedSize: false },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
