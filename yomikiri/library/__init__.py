"""What only Python programs ask for; `import yomikiri as yk` has all of it."""
