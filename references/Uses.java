import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Stream;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;

/**
 * Prints the declarations, uses and overrides in Java sources as javac knows them; see README.md.
 *
 * <p>java Uses.java ROOT DIRECTORY... > NAME.javac
 *
 * <p>A line is {@code definition} or {@code use}, path, line, column and symbol, or {@code override} and two symbols, with
 * tabs between. What another package declares has its signature as its symbol. A name that javac cannot resolve is left
 * out.
 */
class Uses extends TreePathScanner<Void, Void> {
    private final Path root;
    private final Trees trees;
    private final Elements elements;
    private final Types types;
    private final SourcePositions positions;
    private final Map<Element, String> symbols = new HashMap<>();
    private CompilationUnitTree unit;
    private String text;

    Uses(Path root, JavacTask task) {
        this.root = root;
        trees = Trees.instance(task);
        elements = task.getElements();
        types = task.getTypes();
        positions = trees.getSourcePositions();
    }

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]).toRealPath();
        List<Path> files = new ArrayList<>();
        for (String directory : List.of(arguments).subList(1, arguments.length)) {
            try (Stream<Path> found = Files.walk(root.resolve(directory))) {
                found.filter(it -> it.toString().endsWith(".java") && !it.endsWith("module-info.java")).forEach(files::add);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        // Packages of other repositories are missing: that must not stop the rest.
        List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "0", "-Xmaxwarns", "0");
        JavacTask task = (JavacTask) compiler.getTask(null, manager, it -> {}, options, null, manager.getJavaFileObjectsFromPaths(files));
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        Uses uses = new Uses(root, task);
        for (CompilationUnitTree unit : units) {
            uses.unit = unit;
            uses.text = unit.getSourceFile().getCharContent(true).toString();
            uses.scan(unit, null);
        }
    }

    /** The place of a byte of a unit, for a line of the output. */
    private String place(CompilationUnitTree unit, long at) {
        LineMap lines = unit.getLineMap();
        long line = lines.getLineNumber(at);
        Path path = Path.of(unit.getSourceFile().toUri());
        return root.relativize(path) + "\t" + line + "\t" + (at - lines.getStartPosition(line) + 1);
    }

    private boolean isName(long at, CharSequence name) {
        return at >= 0 && text.startsWith(name.toString(), (int) at);
    }

    /** A name of the declaration of an element that no other element has; its signature if there is no source. */
    private String symbol(Element element) {
        boolean isWritten = elements.getOrigin(element) == Elements.Origin.EXPLICIT;
        if (element.getKind() == ElementKind.CONSTRUCTOR && !isWritten) {
            return symbol(element.getEnclosingElement());
        }
        return symbols.computeIfAbsent(element, it -> {
            TreePath path = trees.getPath(it);
            if (path == null) {
                return it.getEnclosingElement() + "#" + it;
            }
            long at = positions.getStartPosition(path.getCompilationUnit(), path.getLeaf());
            return place(path.getCompilationUnit(), at).replace('\t', ':') + ":" + it.getSimpleName();
        });
    }


    private void use(Element element, CharSequence name, long at) {
        if (element == null || element.getKind() == ElementKind.PACKAGE || element.asType().getKind() == TypeKind.ERROR) {
            return;
        }
        if (isName(at, name)) {
            System.out.println("use\t" + place(unit, at) + "\t" + symbol(element));
            if (element.getKind() == ElementKind.CONSTRUCTOR) {
                System.out.println("use\t" + place(unit, at) + "\t" + symbol(element.getEnclosingElement()));
            }
        }
    }

    private void definition(Tree tree, CharSequence name, Tree... before) {
        Element element = trees.getElement(getCurrentPath());
        long at = positions.getStartPosition(unit, tree);
        for (Tree part : before) {
            at = Math.max(at, part == null ? -1 : positions.getEndPosition(unit, part));
        }
        while (at >= 0 && at < text.length() && !isWord(at, name)) {
            at++;
        }
        if (element != null && isName(at, name)) {
            System.out.println("definition\t" + place(unit, at) + "\t" + symbol(element));
        }
    }

    private boolean isWord(long at, CharSequence name) {
        int end = (int) at + name.length();
        return isName(at, name) && (at == 0 || !Character.isJavaIdentifierPart(text.charAt((int) at - 1)))
            && (end >= text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        if (tree.getSimpleName().length() > 0) {
            definition(tree, tree.getSimpleName(), tree.getModifiers());
        }
        return super.visitClass(tree, none);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        if (trees.getElement(getCurrentPath()) instanceof ExecutableElement method) {
            boolean isConstructor = tree.getReturnType() == null;
            Name name = isConstructor ? method.getEnclosingElement().getSimpleName() : tree.getName();
            if (elements.getOrigin(method) == Elements.Origin.EXPLICIT) {
                definition(tree, name, tree.getModifiers(), tree.getReturnType());
            }
            overrides(method, method.getEnclosingElement().asType(), new HashSet<>());
        }
        return super.visitMethod(tree, none);
    }

    /** Prints the methods of the types above a type that a method overrides or implements. */
    private void overrides(ExecutableElement method, TypeMirror type, Set<String> done) {
        for (TypeMirror base : types.directSupertypes(type)) {
            if (!(types.asElement(base) instanceof TypeElement above) || !done.add(above.toString())) {
                continue;
            }
            for (ExecutableElement other : ElementFilter.methodsIn(above.getEnclosedElements())) {
                if (elements.overrides(method, other, (TypeElement) method.getEnclosingElement())) {
                    System.out.println("override\t" + symbol(method) + "\t" + symbol(other));
                }
            }
            overrides(method, base, done);
        }
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
        definition(tree, tree.getName(), tree.getModifiers(), tree.getType());
        return super.visitVariable(tree, none);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void none) {
        use(trees.getElement(getCurrentPath()), tree.getName(), positions.getStartPosition(unit, tree));
        return super.visitIdentifier(tree, none);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void none) {
        Name name = tree.getIdentifier();
        use(trees.getElement(getCurrentPath()), name, positions.getEndPosition(unit, tree) - name.length());
        return super.visitMemberSelect(tree, none);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void none) {
        boolean isConstructor = tree.getMode() == MemberReferenceTree.ReferenceMode.NEW;
        String name = isConstructor ? "new" : tree.getName().toString();
        use(trees.getElement(getCurrentPath()), name, positions.getEndPosition(unit, tree) - name.length());
        return super.visitMemberReference(tree, none);
    }

    /** A call of a constructor is at the name of its class, and is a use of both. */
    @Override
    public Void visitNewClass(NewClassTree tree, Void none) {
        ExpressionTree type = tree.getIdentifier();
        if (type instanceof ParameterizedTypeTree generic && generic.getType() instanceof ExpressionTree outer) {
            type = outer;
        }
        String name = type.toString();
        name = name.substring(name.lastIndexOf('.') + 1);
        use(trees.getElement(getCurrentPath()), name, positions.getEndPosition(unit, type) - name.length());
        return super.visitNewClass(tree, none);
    }
}
